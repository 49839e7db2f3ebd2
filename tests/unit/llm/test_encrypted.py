"""A server that is reached by https is the one whose name is on its certificate."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from incognote.llm.client import Message, ModelError, Refused, Reply, Request
from incognote.llm.exchange import Limits
from incognote.llm.server import Patience, Server
from model_server import completion, http, says, serving

ASK = Request((Message("user", "頭痛"),))


def certificate(folder: Path, name: str) -> Path:
    """A certificate for `name` that signs itself, with its key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "both.pem"
    plain = serialization.NoEncryption()
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path.write_bytes(secret + built.public_bytes(serialization.Encoding.PEM))
    return path


def ask(port: int) -> Reply | ModelError:
    named = f"https://localhost:{port}/v1#small"
    client = Server.at(named, limits=Limits(connect=5, read=2, total=10), patience=Patience(tries=2, first=0.01))
    (answer,) = client.ask([ASK])
    return answer


@pytest.mark.parametrize(("name", "is_trusted"), [("localhost", True), ("localhost", False), ("another.invalid", True)])
def test_a_certificate_counts_where_it_is_trusted_and_names_the_server(
    name: str, is_trusted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = certificate(tmp_path, name)
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(path)
    with serving(says(http(200, completion("{}"))), tls=tls) as server:
        answer = ask(server.port)
    if is_trusted and name == "localhost":
        assert isinstance(answer, Reply) and len(server.asked) == 1
    else:
        assert isinstance(answer, Refused) and "certificate" in str(answer)
        assert not server.asked


def test_a_server_that_is_not_encrypted_is_not_asked_as_if_it_were() -> None:
    with serving(says(http(200, completion("{}")))) as server:
        assert isinstance(ask(server.port), ModelError)
