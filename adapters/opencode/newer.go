package opencode

import (
	"context"
	"fmt"

	"stead/adapters/adapter"
)

// newerTable holds the sessions of OpenCode 2, whose messages have another form. The data of version 1 stays next to it
// (anomalyco/opencode 2.0.3 and 2.0.12, as its users report).
const newerTable = "session_v2"

// newer returns an error that names the data of OpenCode 2 in the database, or nil if there is none.
func (d *database) newer(ctx context.Context) error {
	columns, err := columnsOf(ctx, d.DB, newerTable)
	if err != nil || len(columns) == 0 {
		return err
	}
	if err := d.mustBeTable(ctx, newerTable); err != nil {
		return err
	}
	var count int
	if err := d.QueryRowContext(ctx, "SELECT count(*) FROM "+newerTable).Scan(&count); err != nil || count == 0 {
		return err
	}
	return fmt.Errorf("%w: it holds sessions of OpenCode 2 (%d), which stead cannot read yet", adapter.ErrFormat, count)
}
