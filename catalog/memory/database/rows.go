package database

import (
	"context"
	"database/sql"
	"strings"

	"stead/catalog/memory/database/schema"
)

// rows writes rows in one transaction.
type rows struct {
	ctx        context.Context
	tx         *sql.Tx
	statements map[string]*sql.Stmt
}

func newRows(ctx context.Context, tx *sql.Tx) *rows {
	return &rows{ctx: ctx, tx: tx, statements: map[string]*sql.Stmt{}}
}

// add writes a row: its values are in the order of the table's columns. One whose key exists is replaced, or stays, as
// the table wants.
func (r *rows) add(table string, values ...any) error {
	statement := r.statements[table]
	if statement == nil {
		var err error
		if statement, err = r.tx.PrepareContext(r.ctx, insertInto(tableOf(table))); err != nil {
			return err
		}
		r.statements[table] = statement
	}
	_, err := statement.ExecContext(r.ctx, values...)
	return err
}

// tableOf returns a table of either database by its name.
func tableOf(name string) schema.Table {
	for _, t := range schema.Org().Tables {
		if t.Name == name {
			return t
		}
	}
	return schema.Sessions().Table(name)
}

// insertInto returns the statement that writes a row of a table.
func insertInto(t schema.Table) string {
	names := t.Names()
	upsert := schema.Upsert(t)
	if t.Name == "activity_associations" { // these are counted
		upsert = " ON CONFLICT (" + strings.Join(t.Key, ", ") + ") DO UPDATE SET times = times + excluded.times"
	}
	return "INSERT INTO " + t.Name + " (" + strings.Join(names, ", ") + ") VALUES (?" +
		strings.Repeat(", ?", len(names)-1) + ")" + upsert
}

// clearTenant removes a tenant's rows that follow from the unified files.
func clearTenant(ctx context.Context, tx *sql.Tx, tenant string) error {
	for _, t := range schema.Sessions().Tables {
		if t.Costly {
			continue
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+t.Name+" WHERE tenant_id = ?", tenant); err != nil {
			return err
		}
	}
	return nil
}

// holder returns the database that holds a table.
func (d *Database) holder(table string) *sql.DB {
	for _, t := range schema.Org().Tables {
		if t.Name == table {
			return d.org
		}
	}
	return d.sessions
}
