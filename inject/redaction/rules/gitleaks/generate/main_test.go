package main

import (
	"bytes"
	"os"
	"testing"
)

func TestTableIsThatOfTheModule(t *testing.T) {
	want, err := table()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the table is not that of the module in go.mod: run go generate ./inject/redaction/rules/gitleaks")
	}
}
