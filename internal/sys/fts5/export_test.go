package fts5

import (
	"context"
	"database/sql"
	"fmt"
)

// Check makes SQLite check whether the parts of the table are consistent. The error says that they are not.
func (t *Table) Check(ctx context.Context, db interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}) error {
	_, err := db.ExecContext(ctx, fmt.Sprintf("INSERT INTO %[1]s(%[1]s) VALUES('integrity-check')", t.Name))
	return err
}
