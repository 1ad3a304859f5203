package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssRule    = regexp.MustCompile(`([^{}]+)\{`)
	cssClass   = regexp.MustCompile(`\.[a-z][a-z0-9-]*`)
	cssWithin  = regexp.MustCompile(`\([^()]*\)`)
	cssElement = regexp.MustCompile(`^[a-z]`)
)

// All styles are one sheet, so a class that two files define would change pages that one of them knows nothing about.
// Only base.css may style plain elements, and only shell.css what covers all pages.
func TestStylesOfAPageStayThere(t *testing.T) {
	files, err := filepath.Glob("app/style/*.css")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	owner := map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		for selector := range selectors(string(content)) {
			class := cssClass.FindString(selector)
			switch {
			case class == "" && cssElement.MatchString(selector) && name != "base.css" && name != "shell.css":
				t.Errorf("%s: %s is for the whole sheet", name, selector)
			case class == "":
			case owner[class] == "":
				owner[class] = name
			case owner[class] != name:
				t.Errorf("%s: %s begins with a class of %s", name, selector, owner[class])
			}
		}
	}
}

// selectors returns those of a style sheet, without rules such as @media around them.
func selectors(sheet string) map[string]bool {
	found := map[string]bool{}
	for _, rule := range cssRule.FindAllStringSubmatch(cssWithin.ReplaceAllString(cssComment.ReplaceAllString(sheet, ""),
		""), -1) {
		for selector := range strings.SplitSeq(rule[1], ",") {
			selector = strings.TrimSpace(selector[strings.LastIndexByte(selector, ';')+1:])
			if selector != "" && !strings.HasPrefix(selector, "@") && selector != "from" && selector != "to" {
				found[selector] = true
			}
		}
	}
	return found
}
