"""What every answer carries, and what is refused."""

import pytest
from flask.testing import FlaskClient

PATHS = ["/", "/state", "/camera", "/snapshot.jpg", "/healthz", "/static/table.js", "/nowhere"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_protected(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_page_needs_nothing_that_the_policy_forbids(client: FlaskClient) -> None:
    page = client.get("/").text
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page


def test_an_unknown_address_leads_back(client: FlaskClient) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert 'href="/"' in answer.text
    assert "nothing here" in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/", "/state", "/events", "/snapshot.jpg"])
def test_there_is_nothing_to_change(client: FlaskClient, method: str, path: str) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize("path", ["/static/../words.py", "/static/%2e%2e/words.py", "/static//etc/passwd"])
def test_no_path_leads_out(client: FlaskClient, path: str) -> None:
    assert client.get(path, follow_redirects=True).status_code == 404
