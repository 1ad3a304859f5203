package schema

import (
	"fmt"
	"strings"
)

// Markdown returns the part of docs/memory.md that describes the tables of a database.
func (d Database) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s\n", d.File, d.Comment)
	for _, t := range d.Tables {
		fmt.Fprintf(&b, "\n#### `%s`\n\n%s Key: `%s`.\n\n| column | type | holds |\n|---|---|---|\n", t.Name, t.Comment,
			strings.Join(t.Key, "`, `"))
		for _, c := range t.Columns {
			kind := strings.ToLower(SQLite.types[c.Type])
			if other := PostgreSQL.types[c.Type]; c.Type != Text && c.Type != Integer {
				kind += " / " + other
			}
			if c.Null {
				kind += ", may be missing"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, kind, c.Comment)
		}
	}
	return b.String()
}
