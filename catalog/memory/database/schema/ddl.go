package schema

import (
	"fmt"
	"slices"
	"strings"
)

// Dialect is how a database wants its SQL.
type Dialect struct {
	types map[Type]string
	// defaults are the values that a column has which is added to a table with rows.
	defaults map[Type]string
	// numbered says that tables are kept by their key unless they are [Table.Numbered].
	numbered bool
	comments bool
	// add begins the addition of a column.
	add string
}

// The two dialects.
var (
	SQLite = Dialect{numbered: true, add: "ADD COLUMN",
		types: map[Type]string{Text: "TEXT", Integer: "INTEGER", Real: "REAL", Boolean: "INTEGER", JSON: "TEXT",
			Blob: "BLOB"},
		defaults: map[Type]string{Text: "''", Integer: "0", Real: "0", Boolean: "0", JSON: "'{}'", Blob: "x''"}}
	// PostgreSQL's json takes any JSON text; its jsonb refuses the escape \u0000, which tools print.
	PostgreSQL = Dialect{comments: true, add: "ADD COLUMN IF NOT EXISTS",
		types: map[Type]string{Text: "text", Integer: "bigint", Real: "double precision", Boolean: "boolean",
			JSON: "json", Blob: "bytea"},
		defaults: map[Type]string{Text: "''", Integer: "0", Real: "0", Boolean: "false", JSON: "'{}'", Blob: "''"}}
)

// Create returns the statements that make a table with its indexes where they are missing.
func (d Dialect) Create(t Table) []string {
	lines := make([]string, 0, len(t.Columns)+1)
	for _, c := range t.Columns {
		lines = append(lines, d.column(c))
	}
	end := ")"
	switch {
	case !d.numbered || !t.Numbered:
		lines = append(lines, "PRIMARY KEY ("+strings.Join(t.Key, ", ")+")")
		if d.numbered {
			end = ") WITHOUT ROWID"
		}
	default:
		lines = append(lines, "UNIQUE ("+strings.Join(t.Key, ", ")+")")
	}
	statements := []string{"CREATE TABLE IF NOT EXISTS " + t.Name + " (\n  " + strings.Join(lines, ",\n  ") + "\n" + end}
	for _, columns := range t.Indexes {
		statements = append(statements, index(t, columns))
	}
	if d.comments {
		statements = append(statements, comments(t)...)
	}
	return statements
}

func index(t Table, columns []string) string {
	name := t.Name + "_by_" + strings.Join(slices.DeleteFunc(slices.Clone(columns),
		func(c string) bool { return c == "tenant_id" }), "_")
	return fmt.Sprintf("CREATE INDEX IF NOT EXISTS %s ON %s (%s)", name, t.Name, strings.Join(columns, ", "))
}

// column returns a column's definition. Each has a default, so that it can be added to a table that has rows.
func (d Dialect) column(c Column) string {
	if c.Null {
		return c.Name + " " + d.types[c.Type]
	}
	return c.Name + " " + d.types[c.Type] + " NOT NULL DEFAULT " + d.defaults[c.Type]
}

// Add returns the statement that adds a column to a table of an earlier version. PostgreSQL does nothing where it is
// there.
func (d Dialect) Add(t Table, c Column) string {
	return "ALTER TABLE " + t.Name + " " + d.add + " " + d.column(c)
}

func comments(t Table) []string {
	quoted := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	statements := []string{"COMMENT ON TABLE " + t.Name + " IS " + quoted(t.Comment)}
	for _, c := range t.Columns {
		statements = append(statements, "COMMENT ON COLUMN "+t.Name+"."+c.Name+" IS "+quoted(c.Comment))
	}
	return statements
}

// Upsert returns what follows an INSERT: what becomes of a row whose key exists.
func Upsert(t Table) string {
	if t.Keep {
		return " ON CONFLICT (" + strings.Join(t.Key, ", ") + ") DO NOTHING"
	}
	var sets []string
	for _, c := range t.Columns {
		if !slices.Contains(t.Key, c.Name) {
			sets = append(sets, c.Name+" = excluded."+c.Name)
		}
	}
	return " ON CONFLICT (" + strings.Join(t.Key, ", ") + ") DO UPDATE SET " + strings.Join(sets, ", ")
}
