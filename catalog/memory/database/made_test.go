package database

import (
	"fmt"
	"strings"
	"testing"

	"stead/catalog/memory/database/schema"
	"stead/internal/testkit/memoryfiles"
)

// files are the unified files of a test, whose databases it opens.
type files struct {
	*memoryfiles.Files
	t testing.TB
}

func newFiles(t testing.TB) *files { return &files{memoryfiles.New(t), t} }

// loadInto loads what was added.
func (f *files) loadInto(d *Database) {
	f.t.Helper()
	f.Write()
	if _, err := d.Load(f.t.Context(), nil); err != nil {
		f.t.Fatal(err)
	}
}

// opened opens the files' databases and loads them.
func (f *files) opened(o Options) (*Database, Report) {
	f.t.Helper()
	o.Folder = f.Folder
	d, err := Open(f.t.Context(), o)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = d.Close() })
	report, err := d.Load(f.t.Context(), nil)
	if err != nil {
		f.t.Fatal(err)
	}
	return d, report
}

// dump returns all rows of a tenant, sorted, without what differs between two databases with the same rows.
func (d *Database) dump(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	for _, table := range tables() {
		if table.Local {
			continue
		}
		columns := strings.Join(slicesWithout(table.Names(), "revision"), ", ")
		rows, err := d.holder(table.Name).Query("SELECT "+columns+" FROM "+table.Name+" WHERE tenant_id = ? ORDER BY "+
			strings.Join(table.Key, ", "), d.Tenant())
		if err != nil {
			t.Fatal(err)
		}
		names, _ := rows.Columns()
		for rows.Next() {
			values := make([]any, len(names))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			b.WriteString(table.Name)
			for _, value := range values {
				fmt.Fprintf(&b, " %v", *value.(*any))
			}
			b.WriteByte('\n')
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// tables are those of both databases.
func tables() []schema.Table { return append(schema.Sessions().Tables, schema.Org().Tables...) }
