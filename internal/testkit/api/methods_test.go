package api

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mostMethods is how many methods a type has at most: one with more holds several things. The aim is some 15.
const mostMethods = 20

// large are the types that have more, each with the reason.
var large = map[string]string{
	"catalog/memory/database.Database":  "one door to the two databases, so that nobody opens one without the other",
	"catalog/memory/database.loading":   "one transaction fills many tables, in which each kind of line looks for what the others wrote",
	"catalog/memory/extract.extraction": "the steps of one run over all sources share its report, its progress and its files",
	"inject/gemini.Driver":              "a Driver with many of the optional interfaces: each method is one fact about the CLI",
	"inject/redaction.masks":            "each form of a text, from an entry to JSON, is masked with the same secrets",
	"internal/term/screen.Screen":       "all that is drawn and read needs the emulator under one lock",
	"orchestrator/session.supervisor":   "it starts, joins and ends what works on one session: status, keyboard and follower are types already",
	"reach/pipe.wire":                   "eight methods are net.Conn; both directions share one lock, since each frame answers the other",
	"reach/seal.Keyring":                "to make, mend or remove a key it compares the own drawer with the hub each time",
	"readers/codex.record":              "one method for each kind of line of the format",
	"readers/kimi.builder":              "one method for each kind of record of the format",
}

// TestTypesHaveOneJob fails for a type with many methods. Split it by what its methods work on: fields move with the
// methods that use them. Tests, test kits and e2e may have large types.
func TestTypesHaveOneJob(t *testing.T) {
	methods := methodsByType(t)
	for name, of := range methods {
		if len(of) > mostMethods && large[name] == "" {
			t.Errorf("%s has %d methods: split it, or give the reason here", name, len(of))
		}
	}
	for name := range large {
		if len(methods[name]) <= mostMethods {
			t.Errorf("%s has %d methods: take it off the list", name, len(methods[name]))
		}
	}
}

// methodsByType returns the names of all methods, of all systems, by the folder and name of their type.
func methodsByType(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all, root := map[string]map[string]bool{}, filepath.Join("..", "..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if len(name) > 2 && name[0] == '.' || name == "node_modules" || name == "testdata" || name == "e2e" ||
				name == "testkit" {
				return filepath.SkipDir
			}
			return nil
		case filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		return addMethods(all, path, filepath.ToSlash(folder))
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func addMethods(all map[string]map[string]bool, path, folder string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
			of := folder + "." + receiver(f.Recv.List[0].Type)
			if all[of] == nil {
				all[of] = map[string]bool{}
			}
			all[of][f.Name.Name] = true
		}
	}
	return nil
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
