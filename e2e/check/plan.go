package main

import (
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// words is the package whose tests read all pages and all names.
const words = "stead/internal/testkit/words"

// plan says what is looked at.
type plan struct {
	// changed are the packages with changed files, tested those of them whose tests need no real CLI, and words.
	changed, tested []string
	// importers import one of these, or their tests do. withCLIs have tests that start real CLIs.
	importers, withCLIs []string
}

// known is a package, with what it imports, and what its tests import beside.
type known struct {
	path           string
	imports, tests []string
}

// startsCLIs reports whether the package's tests start real CLIs.
func (k known) startsCLIs() bool {
	return k.path == "stead/e2e/harness" || slices.Contains(k.tests, "stead/e2e/harness")
}

// uses reports whether the package or its tests import one of these.
func (k known) uses(packages []string) bool {
	return slices.ContainsFunc(packages, func(p string) bool {
		return slices.Contains(k.imports, p) || slices.Contains(k.tests, p)
	})
}

// look asks git and go.
func look() (plan, error) {
	files, err := changedFiles()
	if err != nil {
		return plan{}, err
	}
	lines, err := output("go", "list", "-f",
		`{{.ImportPath}}|{{join .Imports " "}}|{{join .TestImports " "}} {{join .XTestImports " "}}`, "./...")
	if err != nil {
		return plan{}, err
	}
	var all []known
	for _, line := range lines {
		parts := strings.Split(line, "|")
		all = append(all, known{parts[0], strings.Fields(parts[1]), strings.Fields(parts[2])})
	}
	return planned(files, all), nil
}

// changedFiles returns the files that differ from where the branch left main, and those that git does not know yet.
func changedFiles() ([]string, error) {
	base := "HEAD"
	if found, err := output("git", "merge-base", "main", "HEAD"); err == nil {
		base = found[0]
	}
	changed, err := output("git", "diff", "--name-only", base)
	if err != nil {
		return nil, err
	}
	added, err := output("git", "ls-files", "--others", "--exclude-standard")
	return append(changed, added...), err
}

func output(words ...string) ([]string, error) {
	said, err := exec.Command(words[0], words[1:]...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(words, " "), err)
	}
	return strings.Split(strings.TrimSuffix(string(said), "\n"), "\n"), nil
}

func planned(files []string, all []known) plan {
	var p plan
	for _, file := range files {
		at := slices.IndexFunc(all, func(k known) bool { return k.path == packageOf(file, all) })
		if at >= 0 && !slices.Contains(p.changed, all[at].path) {
			p.changed = append(p.changed, all[at].path)
		}
	}
	p.tested = []string{words}
	for _, k := range all {
		switch isChanged := slices.Contains(p.changed, k.path); {
		case k.path == words:
		case k.startsCLIs():
			p.withCLIs = append(p.withCLIs, k.path)
		case isChanged:
			p.tested = append(p.tested, k.path)
		case k.uses(p.changed):
			p.importers = append(p.importers, k.path)
		}
	}
	return p
}

// packageOf returns the package to which a file belongs: of its folder, or of the nearest one above.
func packageOf(file string, all []known) string {
	for folder := path.Dir(file); folder != "." && folder != "/"; folder = path.Dir(folder) {
		if slices.ContainsFunc(all, func(k known) bool { return k.path == "stead/"+folder }) {
			return "stead/" + folder
		}
	}
	return ""
}

// folders returns packages as the linter takes them.
func folders(packages []string) (all []string) {
	for _, p := range packages {
		all = append(all, "./"+strings.TrimPrefix(p, "stead/"))
	}
	return all
}
