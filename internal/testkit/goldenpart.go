package testkit

import (
	"bytes"
	"os"
	"testing"
)

// GoldenPart is like [Golden] for a part of a file that people write: the text between the lines <!-- name --> and <!--
// /name -->.
func GoldenPart(t testing.TB, path, name string, got []byte) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := []byte("<!-- "+name+" -->\n"), []byte("<!-- /"+name+" -->")
	before, rest, hasBegin := bytes.Cut(content, begin)
	_, after, hasEnd := bytes.Cut(rest, end)
	if !hasBegin || !hasEnd {
		t.Fatalf("%s has no lines %s and %s", path, bytes.TrimSpace(begin), end)
	}
	Golden(t, path, bytes.Join([][]byte{before, begin, []byte("\n"), got, []byte("\n"), end, after}, nil))
}
