package words

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// root is the folder of the module.
var root = filepath.Join("..", "..", "..")

// parts finds the words of an identifier in camel case.
var parts = regexp.MustCompile(`[A-Z]?[a-z]+`)

// TestRetiredWordsStayAway fails for each identifier, package and file whose name has a word that is no longer used.
func TestRetiredWordsStayAway(t *testing.T) {
	retired := readRetired(t)
	files := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" ||
			entry.Name() == "node_modules"):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		files++
		return check(t, path, retired)
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 {
		t.Errorf("only %d Go files found below %s", files, root)
	}
}

// TestPartsOfIdentifiersAreFound guards the check itself.
func TestPartsOfIdentifiersAreFound(t *testing.T) {
	retired := map[string]string{"seat": "client"}
	for name, want := range map[string]bool{"Seat": true, "newSeat": true, "seatOf": true, "seat_test": true,
		"seated": false, "Seating": false} {
		if word := retiredIn(name, retired); (word != "") != want {
			t.Errorf("%s: found %q", name, word)
		}
	}
}

// check reports the retired words of a Go file.
func check(t *testing.T, path string, retired map[string]string) error {
	if word := retiredIn(strings.TrimSuffix(filepath.Base(path), ".go"), retired); word != "" {
		t.Errorf("%s: do not name a file %q, say: %s", path, word, retired[word])
	}
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if identifier, ok := n.(*ast.Ident); ok {
			if word := retiredIn(identifier.Name, retired); word != "" {
				t.Errorf("%s: %s has the retired word %q, say: %s", positions.Position(identifier.Pos()), identifier.Name, word,
					retired[word])
			}
		}
		return true
	})
	return nil
}

// retiredIn returns the first retired word of a name, or nothing.
func retiredIn(name string, retired map[string]string) string {
	for _, part := range parts.FindAllString(name, -1) {
		if _, ok := retired[strings.ToLower(part)]; ok {
			return strings.ToLower(part)
		}
	}
	return ""
}

// readRetired returns the retired words, each with what to say instead.
func readRetired(t *testing.T) map[string]string {
	file, err := os.Open(filepath.Join("testdata", "retired.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	retired := map[string]string{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		word, instead, _ := strings.Cut(lines.Text(), " ")
		if word == "" || word == "#" {
			continue
		}
		if instead = strings.TrimSpace(instead); instead == "" {
			t.Errorf("the list has no other word for %q", word)
		}
		retired[word] = instead
	}
	if len(retired) == 0 {
		t.Error("the list of retired words is empty")
	}
	return retired
}
