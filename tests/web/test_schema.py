"""Schemathesis on the OpenAPI document: every operation, with data that fits it and data that does not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from incognote.web.app import create_app
from incognote.web.settings import Settings
from web.serving import REVEAL, TOKEN, Running, running

HEADERS = {"Authorization": f"Bearer {TOKEN}", "X-Incognote-Reveal": REVEAL}
schema = schemathesis.openapi.from_dict(create_app(Settings(token=TOKEN)).openapi())


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running(wrong_tokens=1_000_000, jobs=1_000) as found:
        yield found


@schema.parametrize()
@settings(
    max_examples=25, deadline=None, derandomize=True, database=None, phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_the_api_does_what_its_document_says(case: schemathesis.Case, server: Running) -> None:
    case.call_and_validate(base_url=server.address, headers=HEADERS, timeout=60)


def test_every_operation_tells_its_faults_in_one_shape() -> None:
    document = create_app(Settings(token=TOKEN)).openapi()
    assert len(document["paths"]) >= 8
    for path, methods in document["paths"].items():
        for told in methods.values():
            assert told["security"] == [{"token": []}]
            for status in ("400", "401", "403", "408", "413", "422", "429", "503"):
                body = told["responses"][status]["content"]["application/json"]["schema"]
                assert body == {"$ref": "#/components/schemas/ErrorOut"}, path
