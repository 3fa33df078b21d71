"""Twenty phones at a table, as a program: `phones.py ADDRESS SECONDS` says as JSON what each of them got, and when."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any
from urllib.parse import urlsplit

PHONES = 20
PICTURES_A_SECOND = 2
GRACE = 10.0  # seconds for which streams are still read after the last picture: late is not lost


async def connected(address: str, phone: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from an address of its own: every phone has one."""
    at = urlsplit(address)
    return await asyncio.open_connection(at.hostname, at.port, local_addr=(f"127.0.1.{phone + 1}", 0), limit=2**20)


async def stream(address: str, phone: int, until: float, heard: list[tuple[int, float]]) -> None:
    """Read the event stream: every state's number and when it came, on the clock that all processes share."""
    at = urlsplit(address)
    reader, writer = await connected(address, phone)
    writer.write(f"GET /events HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode())
    while time.monotonic() < until:
        try:
            line = await asyncio.wait_for(reader.readline(), until - time.monotonic())
        except TimeoutError:
            break
        if line.startswith(b"id: "):
            heard.append((int(line[4:]), time.monotonic()))
    writer.close()


async def pictures(address: str, phone: int, until: float, took: list[float]) -> None:
    """Fetch pictures on one connection, as a browser does."""
    at = urlsplit(address)
    reader, writer = await connected(address, phone)
    # No two phones ask at the same moment.
    await asyncio.sleep(phone / PHONES / PICTURES_A_SECOND)
    while (asked := time.monotonic()) < until:
        writer.write(f"GET /snapshot.jpg HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        await reader.readexactly(int(length.split(b":")[1]))
        took.append(time.monotonic() - asked)
        await asyncio.sleep(max(0.0, 1 / PICTURES_A_SECOND - (time.monotonic() - asked)))
    writer.close()


async def phones(address: str, seconds: float) -> dict[str, Any]:
    """Twenty phones; what each stream heard, and how long pictures took."""
    until = time.monotonic() + seconds
    heard: list[list[tuple[int, float]]] = [[] for _ in range(PHONES)]
    took: list[float] = []
    await asyncio.gather(
        *(stream(address, phone, until + GRACE, one) for phone, one in enumerate(heard)),
        *(pictures(address, phone, until, took) for phone in range(PHONES)),
    )
    return {"heard": heard, "took": took}


if __name__ == "__main__":
    json.dump(asyncio.run(phones(sys.argv[1], float(sys.argv[2]))), sys.stdout)
