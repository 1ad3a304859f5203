package dependencies

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// row finds a dependency and its reason in the table of the page.
var row = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\S[^|]*) \\|$")

// licences are those that stead may pass on, each by words that only its text has. They are looked for in this order.
var licences = []struct{ name, words string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "Permission to use, copy, modify, and distribute this software"},
	{"BSD", "Redistribution and use in source and binary forms"},
}

// TestEachDependencyHasAReason fails for a direct dependency without a row, and for a row without a dependency.
func TestEachDependencyHasAReason(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, match := range row.FindAllStringSubmatch(string(page), -1) {
		named = append(named, match[1])
	}
	direct := directDependencies(t)
	for _, module := range direct {
		if !slices.Contains(named, module) {
			t.Errorf("docs/dependencies.md has no reason for %s", module)
		}
	}
	for _, module := range named {
		if !slices.Contains(direct, module) {
			t.Errorf("docs/dependencies.md has a row for %s, which go.mod does not require", module)
		}
	}
	if !slices.IsSorted(named) {
		t.Error("the rows of docs/dependencies.md are not in the order of their names")
	}
}

// TestEachModuleMayBePassedOn fails for a module in the programs whose licence is not among the known ones.
func TestEachModuleMayBePassedOn(t *testing.T) {
	const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}"
	lines := strings.Split(run(t, "list", "-deps", "-f", format, "./cmd/stead", "./cmd/stead-hub"), "\n")
	slices.Sort(lines)
	lines = slices.DeleteFunc(slices.Compact(lines), func(line string) bool { return line == "" })
	if len(lines) < 30 {
		t.Fatalf("only %d modules found", len(lines))
	}
	for _, line := range lines {
		module, folder, _ := strings.Cut(line, " ")
		if name := licenceIn(t, folder); name == "" {
			t.Errorf("%s has none of the known licences: read it in %s", module, folder)
		}
	}
}

// TestUnknownLicenceIsFound guards the check itself.
func TestUnknownLicenceIsFound(t *testing.T) {
	for text, want := range map[string]string{
		"GNU GENERAL PUBLIC LICENSE\nVersion 3":                                         "",
		"GNU GPL 3, or the\nMozilla   Public License":                                   "MPL-2.0",
		"Permission is hereby granted, free of charge,\nto any person obtaining a copy": "MIT",
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "COPYING"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := licenceIn(t, folder); got != want {
			t.Errorf("%q has the licence %q, not %q", text, got, want)
		}
	}
}

// licenceIn names the first known licence in the files of a module's folder. Empty means that it has none.
func licenceIn(t *testing.T, folder string) string {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.ToLower(file.Name())
		if file.IsDir() || !strings.HasPrefix(name, "licen") && !strings.HasPrefix(name, "copying") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(content)), " ")
		for _, known := range licences {
			if strings.Contains(text, known.words) {
				return known.name
			}
		}
	}
	return ""
}

func directDependencies(t *testing.T) []string {
	t.Helper()
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal([]byte(run(t, "mod", "edit", "-json")), &mod); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, required := range mod.Require {
		if !required.Indirect {
			paths = append(paths, required.Path)
		}
	}
	return paths
}

// run returns the output of the go command in the root of the module.
func run(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.Command("go", args...)
	command.Dir, command.Stderr = root, os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}
