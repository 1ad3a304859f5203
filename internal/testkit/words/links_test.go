package words

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// fewestLinks guards against a search that finds no pages: the documents have more links than this.
const fewestLinks = 150

// fragments are files whose text is part of a page in another folder, so that their links start there.
var fragments = map[string]string{filepath.Join("e2e", "fidelity", "acts.md"): filepath.Join("docs", "fidelity.md")}

var (
	// fenced finds blocks of code between fences, where nothing is a link or a heading.
	fenced = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	// code finds code within a line of text.
	code = regexp.MustCompile("`[^`]*`")
	// link finds where a link or a picture leads: [text](HERE), [name]: HERE, src="HERE".
	link = regexp.MustCompile(`\]\(([^)\s]+)|(?m:^\[[^\]]+\]:\s+(\S+))|\bsrc="([^"]+)"`)
	// heading finds the text of a heading.
	heading = regexp.MustCompile(`(?m)^#{1,6} +(.*)$`)
	// linked finds links in the text of a heading, of which the anchor has the words alone.
	linked = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// page is what a Markdown file links to, and the anchors that its headings make.
type page struct {
	links   []string
	anchors map[string]bool
}

// TestLinksLeadSomewhere fails for each relative link of a Markdown file whose file, folder or heading does not exist.
func TestLinksLeadSomewhere(t *testing.T) {
	pages, links := findPages(t), 0
	for path, p := range pages {
		for _, to := range p.links {
			links++
			if err := checkLink(path, to, pages); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	if links < fewestLinks {
		t.Errorf("only %d links found in %d pages below %s", links, len(pages), root)
	}
}

// TestDeadLinksAreFound guards the check itself.
func TestDeadLinksAreFound(t *testing.T) {
	const here = "docs/here.md"
	pages := map[string]page{here: parse([]byte("# A `b` c, d-[e](f)!\n\n## Twice\n\n## Twice\n\n" +
		"```\n# Code\n[x](y)\n```\n`[x](y)` [two\nlines](#twice)\n\n[z]: z.md\n"))}
	for to, good := range map[string]bool{
		"#a-b-c-d-e": true, "#twice-1": true, "here.md#twice": true,
		"../docs": true, "../README.md": true, "https://example.org/x": true,
		"#a-b-c": false, "#code": false, "#twice-2": false, "here.md#no": false,
		"no.md": false, "../README.md#no": false, "README.md": false,
	} {
		if err := checkLink(here, to, pages); (err == nil) != good {
			t.Errorf("%s: %v", to, err)
		}
	}
	if got := strings.Join(pages[here].links, " "); got != "f #twice z.md" {
		t.Errorf("links %s", got)
	}
}

// findPages parses the Markdown files of the module, by their paths below its root.
func findPages(t *testing.T) map[string]page {
	pages := map[string]page{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && skipped(entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		pages[name] = parse(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// skipped reports whether a folder holds no pages of the project: tools, packages of others, and what tests read.
func skipped(folder string) bool {
	return strings.HasPrefix(folder, ".") || folder == "testdata" || folder == "node_modules"
}

// parse finds the links and the headings of a Markdown text.
func parse(content []byte) page {
	prose := fenced.ReplaceAllString(string(content), "")
	p := page{anchors: map[string]bool{}}
	for _, found := range heading.FindAllStringSubmatch(prose, -1) {
		p.addAnchor(anchor(linked.ReplaceAllString(found[1], "$1")))
	}
	for _, found := range link.FindAllStringSubmatch(code.ReplaceAllString(prose, ""), -1) {
		p.links = append(p.links, cmp.Or(found[1:]...))
	}
	return p
}

// anchor makes the anchor of a heading as GitHub does: in lower case, blanks become hyphens, other signs vanish.
func anchor(words string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, words)
}

// addAnchor keeps an anchor. As on GitHub, one that the page has already gets a number.
func (p page) addAnchor(name string) {
	unique := name
	for n := 1; p.anchors[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	p.anchors[unique] = true
}

// checkLink says what is wrong with a link of the page at path, a path below the root. Links to other sites pass.
func checkLink(path, to string, pages map[string]page) error {
	target, err := url.Parse(to)
	if err != nil || target.IsAbs() {
		return err
	}
	if whole, ok := fragments[path]; ok {
		path = whole
	}
	if target.Path != "" {
		path = filepath.Join(filepath.Dir(path), filepath.FromSlash(target.Path))
	}
	if _, known := pages[path]; !known {
		if _, err := os.Stat(filepath.Join(root, path)); err != nil {
			return fmt.Errorf("the link %s leads to no file or folder", to)
		}
	}
	if target.Fragment != "" && !pages[path].anchors[target.Fragment] {
		return fmt.Errorf("the link %s leads to no heading of %s", to, path)
	}
	return nil
}
