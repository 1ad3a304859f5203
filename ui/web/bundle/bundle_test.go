package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const web = ".."

func TestCommittedBundleIsThatOfTheSources(t *testing.T) {
	if err := check(web); err != nil {
		t.Fatal(err)
	}
}

func TestBuildsAreEqualWhereverTheyAreMade(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "a", "copy")
	for _, folder := range []string{"app", "packages"} {
		if err := os.CopyFS(filepath.Join(elsewhere, folder), os.DirFS(filepath.Join(web, folder))); err != nil {
			t.Fatal(err)
		}
	}
	first := packed(t, web)
	for _, folder := range []string{web, elsewhere} {
		if again := packed(t, folder); !maps.EqualFunc(first.files, again.files, bytes.Equal) {
			t.Errorf("the bundle of %s has other files: %q, not %q", folder, slices.Sorted(maps.Keys(again.files)),
				slices.Sorted(maps.Keys(first.files)))
		}
	}
}

func TestManifestNamesWhatThePageLoads(t *testing.T) {
	d := packed(t, web)
	for _, name := range append(d.manifest.first(), "worker.js", licencesName) {
		content, err := unzipped(name+".gz", d.files[name+".gz"])
		if err != nil || len(content) == 0 || len(content) != d.manifest.Sizes[name].Plain {
			t.Errorf("%s has %d bytes, the manifest says %d (%v)", name, len(content), d.manifest.Sizes[name].Plain, err)
		}
	}
}

func TestStylesAndStaticImportsAreOfThePage(t *testing.T) {
	d := packed(t, sources(t, map[string]string{
		"main.tsx":  `import "./main.css"; import { value } from "./shared"; console.log(value); void import("./later");`,
		"later.ts":  `import { value } from "./shared"; import "./later.css"; console.log("later", value);`,
		"shared.ts": `export const value = Math.random();`,
		"main.css":  "body { color: red }",
		"later.css": "p { color: blue }",
		"worker.ts": "export {};",
	}))
	if m := d.manifest; len(m.Styles) != 2 || len(m.Modules) != 1 || !strings.HasPrefix(m.Script, "/assets/main-") ||
		slices.ContainsFunc(d.manifest.first(), isLater) {
		t.Errorf("the page loads %+v", m)
	}
}

func isLater(name string) bool {
	return strings.Contains(name, "later") && strings.HasSuffix(name, ".js")
}

func TestSourcesThatCannotBeBundledAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		`import "nowhere";`: `app/main.tsx:1:7`,
		`let = ;`:           `app/main.tsx:1:`,
	} {
		_, err := build(sources(t, map[string]string{"main.tsx": text, "worker.ts": ""}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not name %s", text, err, want)
		}
	}
}

func TestWritingLeavesNothingStale(t *testing.T) {
	folder := t.TempDir()
	stale := filepath.Join(folder, "dist", "assets", "stale.js.gz")
	if err := os.MkdirAll(filepath.Dir(stale), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	d := small(t)
	if err := d.compare(folder); err == nil {
		t.Error("an old bundle is taken for the new one")
	}
	if err := d.write(folder); err != nil {
		t.Fatal(err)
	}
	if err := d.compare(folder); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 {
		t.Errorf("writing leaves %q", left)
	}
}

func TestComparisonIsOfContent(t *testing.T) {
	folder, d := t.TempDir(), small(t)
	if err := d.write(folder); err != nil {
		t.Fatal(err)
	}
	worse := *d // the same content, as another version of Go may compress it
	worse.manifest.Sizes = map[string]size{"assets/main.js": {Plain: 2, Gzipped: 99}}
	worse.files = maps.Clone(d.files)
	worse.files[manifestName] = bytes.ReplaceAll(d.files[manifestName], []byte(`"gzipped": 2`), []byte(`"gzipped": 3`))
	if bytes.Equal(worse.files[manifestName], d.files[manifestName]) {
		t.Fatal("the manifest says no compressed size")
	}
	if err := worse.compare(folder); err != nil {
		t.Error(err)
	}
	for name, content := range map[string][]byte{
		"assets/main.js.gz": mustZip(t, "2;"),
		manifestName:        bytes.ReplaceAll(d.files[manifestName], []byte(`"plain": 2`), []byte(`"plain": 3`)),
		"assets/new.js.gz":  mustZip(t, "new"),
	} {
		other := dist{maps.Clone(d.files), d.manifest}
		other.files[name] = content
		if err := other.compare(folder); err == nil || !strings.Contains(err.Error(), remake) {
			t.Errorf("another %s: %v", name, err)
		}
	}
}

func TestBudgets(t *testing.T) {
	d := dist{manifest: manifest{Script: "/assets/main.js", Styles: []string{"/assets/main.css"},
		Modules: []string{"/assets/shared.js"}}}
	for _, c := range []struct {
		script, style, module, later, licences int
		within                                 bool
	}{
		{firstBudget - 2, 1, 1, wholeBudget - firstBudget, wholeBudget, true},
		{firstBudget - 1, 1, 1, 0, 0, false},
		{1, 1, firstBudget - 1, 0, 0, false},
		{1, 1, 1, wholeBudget, 0, false},
	} {
		d.manifest.Sizes = map[string]size{
			"assets/main.js": {Gzipped: c.script}, "assets/main.css": {Gzipped: c.style},
			"assets/shared.js": {Gzipped: c.module},
			"assets/later.js":  {Gzipped: c.later}, licencesName: {Gzipped: c.licences},
		}
		if err := d.withinBudget(); (err == nil) != c.within {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// packed builds and packs the pages of a folder.
func packed(t *testing.T, folder string) *dist {
	t.Helper()
	b, err := build(folder)
	if err != nil {
		t.Fatal(err)
	}
	d, err := pack(b)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// small is a bundle of one script.
func small(t *testing.T) *dist {
	t.Helper()
	d, err := pack(&built{files: map[string][]byte{"assets/main.js": []byte("1;")}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustZip(t *testing.T, text string) []byte {
	t.Helper()
	content, err := zipped([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// sources makes a folder ui/web with pages of its own, and no packages.
func sources(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	files = maps.Clone(files)
	files["../packages/packages.json"] = "[]"
	for name, text := range files {
		file := filepath.Join(folder, "app", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
