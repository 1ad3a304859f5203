package summaries

import (
	"context"
	"database/sql"
)

// schema has an index for each way to list, so that a page is read from an index and nothing is sorted. An index ends
// with n by itself.
const schema = `
CREATE TABLE IF NOT EXISTS summaries(
	n       INTEGER PRIMARY KEY, -- stays when the summary changes
	machine TEXT NOT NULL,
	cli     TEXT NOT NULL,
	session TEXT NOT NULL,
	updated INTEGER NOT NULL,    -- in nanoseconds
	title   TEXT NOT NULL,
	project TEXT NOT NULL,
	model   TEXT NOT NULL,
	turns   INTEGER NOT NULL,
	row     TEXT NOT NULL,       -- all of it, as JSON
	name    TEXT NOT NULL,       -- at the hub
	version INTEGER NOT NULL,
	read    INTEGER NOT NULL,    -- when the hub had it last, in nanoseconds
	UNIQUE(machine, cli, session)
);
CREATE INDEX IF NOT EXISTS summaries_updated ON summaries(updated);
CREATE INDEX IF NOT EXISTS summaries_machine ON summaries(machine, updated);
CREATE INDEX IF NOT EXISTS summaries_cli ON summaries(cli, updated);
CREATE INDEX IF NOT EXISTS summaries_name ON summaries(machine, name);
-- Runs are few, and read a machine at a time.
CREATE TABLE IF NOT EXISTS runs(
	machine TEXT NOT NULL,
	run     TEXT NOT NULL,       -- its id
	row     TEXT NOT NULL,       -- what is shown of it, as JSON
	name    TEXT NOT NULL,       -- the last three as those of a session
	version INTEGER NOT NULL,
	read    INTEGER NOT NULL,
	PRIMARY KEY(machine, run)
);
CREATE INDEX IF NOT EXISTS runs_name ON runs(machine, name);
-- How far what each machine tells was read.
CREATE TABLE IF NOT EXISTS machines(
	machine  TEXT PRIMARY KEY,
	key      TEXT NOT NULL,      -- the machine's
	reader   TEXT NOT NULL,      -- the key of this machine: another membership knows other machines
	stream   INTEGER NOT NULL,   -- when the hub's stream was made, in nanoseconds
	sequence INTEGER NOT NULL,   -- of the last message that was read
	began    INTEGER NOT NULL,   -- when all of it began to be read anew, in nanoseconds
	ended    INTEGER NOT NULL,   -- when that was done, 0 while it is not
	wiped    INTEGER NOT NULL,   -- whether the stream is another one then than that of what is known: what it does not have is gone
	seen     INTEGER NOT NULL    -- when the machine was last there, in nanoseconds, 0 where nobody knows
);
`

// tables have what machines tell of.
var tables = []string{"summaries", "runs"}

func prepare(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, schema)
	return err
}
