"""The API's own page: what its OpenAPI document says, drawn here, with nothing loaded from elsewhere."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

router = APIRouter(include_in_schema=False)


class Operation(NamedTuple):
    """One address with one method, as the page shows it."""

    method: str
    path: str
    summary: str
    parameters: list[dict[str, Any]]
    body: str
    schema: str
    responses: list[tuple[str, str, str]]

    def __repr__(self) -> str:
        return f"Operation({len(self.responses)} responses)"


@router.get("/api/v1/docs")
def page(request: Request) -> HTMLResponse:
    """Every operation with its fields and answers."""
    return HTMLResponse(_drawn(request.app))


@cache
def _drawn(app: FastAPI) -> str:
    document = app.openapi()
    drawing = Environment(loader=PackageLoader("incognote.web"), autoescape=True, undefined=StrictUndefined)
    models = document["components"]["schemas"]
    return drawing.get_template("api.html").render(
        title=document["info"]["title"],
        version=document["info"]["version"],
        operations=list(_operations(document)),
        models={name: [_field(key, value, model) for key, value in model.get("properties", {}).items()] for name, model in models.items()},
    )


def _operations(document: dict[str, Any]) -> list[Operation]:
    found = []
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            kind, schema = next(iter(told.get("requestBody", {}).get("content", {"": {}}).items()))
            answers = [(status, answer["description"], _answer(answer)) for status, answer in told["responses"].items()]
            shown = _name(schema.get("schema", {}))
            fields = told.get("parameters", [])
            found.append(Operation(method.upper(), path, told.get("description", ""), fields, kind, shown, answers))
    return found


def _answer(answer: dict[str, Any]) -> str:
    return ", ".join(f"{kind} {_name(told.get('schema', {}))}".strip() for kind, told in answer.get("content", {}).items())


def _field(name: str, told: dict[str, Any], model: dict[str, Any]) -> dict[str, Any]:
    is_needed = name in model.get("required", ())
    return {"name": name, "type": _name(told), "about": told.get("description", ""), "is_needed": is_needed}


def _name(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_name(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_name(schema.get('items', {}))}"
    if schema.get("type") == "object" and "properties" in schema:
        return ", ".join(f"{key}: {_name(value)}" for key, value in schema["properties"].items())
    return str(schema.get("format") or schema.get("type") or "")
