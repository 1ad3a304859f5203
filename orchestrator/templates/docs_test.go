package templates

import (
	"os"
	"strings"
	"testing"
)

func TestDocumentNamesWhatThereIs(t *testing.T) {
	document, err := os.ReadFile("../../docs/templates.md")
	if err != nil {
		t.Fatal(err)
	}
	names := Library{}.Names()
	for name := range functions(nil) {
		names = append(names, name)
	}
	for _, one := range types {
		names = append(names, string(one))
	}
	for _, name := range names {
		if !strings.Contains(string(document), "`"+name) {
			t.Errorf("docs/templates.md does not name %s", name)
		}
	}
}
