package summaries

import (
	"context"
	"database/sql"
)

// schema has an index for each way to list, so that a page is read from an index and nothing is sorted. An index ends with n by itself.
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
	UNIQUE(machine, cli, session)
);
CREATE INDEX IF NOT EXISTS summaries_updated ON summaries(updated);
CREATE INDEX IF NOT EXISTS summaries_machine ON summaries(machine, updated);
CREATE INDEX IF NOT EXISTS summaries_cli ON summaries(cli, updated);
`

func prepare(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, schema)
	return err
}
