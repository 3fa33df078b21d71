"""The tables of the file that keeps matches, as every version of the program has left them."""

from __future__ import annotations

# Marks the file as ours ("5sgt"), whatever it is called.
APPLICATION = 0x35736774

# Each step brings a file from the version of its place to the next.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        began REAL NOT NULL,
        players TEXT NOT NULL,
        game TEXT NOT NULL,
        over INTEGER NOT NULL
    );
    CREATE TABLE events (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        time REAL NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE seats (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        side TEXT NOT NULL,
        player INTEGER NOT NULL,
        PRIMARY KEY (match, side)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE pictures (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        deal INTEGER NOT NULL,
        play INTEGER NOT NULL,
        jpeg BLOB NOT NULL,
        PRIMARY KEY (match, deal, play)
    );
    """,
    # The number of a play in its deal shifts: what was kept under it stays, but which play it shows cannot be told.
    """
    ALTER TABLE pictures RENAME TO pictures_by_place;
    CREATE TABLE pictures (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        event INTEGER NOT NULL,
        tile TEXT NOT NULL,
        jpeg BLOB NOT NULL,
        PRIMARY KEY (match, event)
    );
    """,
    # Of an older file the match with the newest event is the one that was turned to last.
    """
    ALTER TABLE matches ADD COLUMN turned_to INTEGER NOT NULL DEFAULT 0;
    UPDATE matches SET turned_to = place
    FROM (SELECT match, row_number() OVER (ORDER BY max(time)) AS place FROM events GROUP BY match) WHERE match = id;
    """,
)
