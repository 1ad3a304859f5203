package classify

import (
	"fmt"
	"strings"
	"testing"

	"stead/internal/testkit"
)

func TestRulesAreInTheDocs(t *testing.T) {
	var b strings.Builder
	b.WriteString("| kind | by | expression | confidence |\n|---|---|---|---|\n")
	for _, r := range Rules() {
		by, expression := "name", r.Name
		switch {
		case r.Folder != "":
			by, expression = "folder", r.Folder
		case r.Content != "":
			by, expression = "text", r.Content
		}
		fmt.Fprintf(&b, "| %s | %s | `%s` | %v |\n", r.Kind, by, strings.ReplaceAll(expression, "|", "\\|"), r.Confidence)
	}
	fmt.Fprintf(&b, "| %s | – | any other | 0.3 |\n", other)
	testkit.GoldenPart(t, "../../../../docs/memory-tables.md", "rules", []byte(b.String()))
}
