package schema

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"stead/internal/testkit"
)

// shared finds the columns that every table begins with.
var shared = regexp.MustCompile("(?m)^\\| `(tenant|team|project)_id` .*\n")

// TestTablesAreInTheDocs leaves out the shared columns, which the page names once.
func TestTablesAreInTheDocs(t *testing.T) {
	tables := Sessions().Markdown() + "\n" + Org().Markdown()
	testkit.GoldenPart(t, "../../../../docs/memory-tables.md", "tables", shared.ReplaceAll([]byte(tables), nil))
}

func TestEveryTableNamesItsTenant(t *testing.T) {
	for _, d := range []Database{Sessions(), Org()} {
		for _, table := range d.Tables {
			if table.Key[0] != "tenant_id" || !slices.Equal(table.Names()[:3], []string{"tenant_id", "team_id", "project_id"}) {
				t.Errorf("%s: key %v, columns %v", table.Name, table.Key, table.Names())
			}
			for _, columns := range append(table.Indexes, table.Key) {
				if columns[0] != "tenant_id" {
					t.Errorf("%s has an index without the tenant: %v", table.Name, columns)
				}
				for _, name := range columns {
					if _, ok := table.Column(name); !ok {
						t.Errorf("%s has no column %s", table.Name, name)
					}
				}
			}
			for _, c := range table.Columns {
				if c.Comment == "" || strings.ContainsAny(c.Comment, "|\n") {
					t.Errorf("%s.%s: comment %q", table.Name, c.Name, c.Comment)
				}
			}
		}
	}
}

func TestADRsTablesAreThere(t *testing.T) {
	for _, name := range strings.Fields(
		"messages tool_analytics token_economics message_component_invocations activity_associations functions edges") {
		Sessions().Table(name)
	}
	for _, name := range strings.Fields("decisions error_solutions skill_learnings patterns evidence") {
		Org().Table(name)
	}
}
