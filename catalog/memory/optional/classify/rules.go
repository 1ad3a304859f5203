package classify

import (
	"path"
	"regexp"
	"strings"
	"sync"
)

// Rule tells a kind of document by one of its marks. The first rule that fits counts.
type Rule struct {
	Kind string
	// Name is an expression for the file's name, Folder for the names of the folders it lies in, each alone; Content for
	// its text. Letters fit whether they are small or not.
	Name, Folder, Content string
	// Confidence is from 0 to 1.
	Confidence float64
}

// Rules returns the rules in their order: names come before folders, and folders before content.
func Rules() []Rule {
	return []Rule{
		{Kind: "instructions",
			Name: `^(agents|claude|gemini|qwen|codex|copilot-instructions|skill|\.?cursorrules)(\.local)?$`, Confidence: 0.95},
		{Kind: "adr", Name: `^adr[-_ ]?\d+|^\d{3,4}[-_].*(decision|adr)`, Confidence: 0.95},
		{Kind: "readme", Name: `^readme`, Confidence: 0.95},
		{Kind: "changelog", Name: `^(changelog|changes|history|release[-_ ]?notes|news)([-_.].*)?$`, Confidence: 0.95},
		{Kind: "plan", Name: `(^|[-_ ])(plan|roadmap|todo|tasks|backlog|milestones)([-_ ]|\d|$)`, Confidence: 0.8},
		{Kind: "spec", Name: `(^|[-_ ])(spec|specification|design|rfc|requirements|prd|architecture|proposal)([-_ ]|\d|$)`,
			Confidence: 0.8},
		{Kind: "notes", Name: `(^|[-_ ])(notes?|memo|journal|log|scratch|memory|handover|handoff)([-_ ]|\d|$)`,
			Confidence: 0.8},
		{Kind: "report", Name: `(^|[-_ ])(report|summary|review|analysis|findings|postmortem|audit)([-_ ]|\d|$)`,
			Confidence: 0.8},
		{Kind: "guide",
			Name:       `(^|[-_ ])(guide|tutorial|howto|how-to|contributing|install|usage|getting-started|faq|runbook)([-_ ]|\d|$)`,
			Confidence: 0.8},
		{Kind: "adr", Folder: `^(adrs?|decisions)$`, Confidence: 0.8},
		{Kind: "instructions", Folder: `^(\.claude|\.codex|\.gemini|\.cursor|\.opencode|skills|commands|agents)$`,
			Confidence: 0.7},
		{Kind: "plan", Folder: `^plans?$`, Confidence: 0.7},
		{Kind: "spec", Folder: `^(specs?|rfcs?|designs?)$`, Confidence: 0.7},
		{Kind: "notes", Folder: `^(notes|journal|memory)$`, Confidence: 0.7},
		{Kind: "adr", Content: `(?ms)^#+ status\b.*^#+ (context|decision)\b.*^#+ consequences\b`, Confidence: 0.8},
		{Kind: "changelog", Content: `(?m)^## \[?(unreleased|v?\d+\.\d+)`, Confidence: 0.7},
		{Kind: "plan", Content: `(?m)^\s*[-*] \[[ x]\] .*\n(.*\n)*?\s*[-*] \[[ x]\] `, Confidence: 0.6},
		{Kind: "spec", Content: `(?m)^#+ (requirements|goals and non-goals|non-goals|acceptance criteria)\b`,
			Confidence: 0.6},
		{Kind: "guide", Content: `(?m)^#+ (installation|getting started|usage|step 1)\b`, Confidence: 0.5},
	}
}

// other is the kind of a document that no rule tells.
const other = "document"

// compiled are the rules with their expressions.
var compiled = sync.OnceValue(func() []compiledRule {
	var all []compiledRule
	for _, r := range Rules() {
		all = append(all, compiledRule{r, expression(r.Name), expression(r.Folder), expression(r.Content)})
	}
	return all
})

type compiledRule struct {
	Rule
	name, folder, content *regexp.Regexp
}

func expression(text string) *regexp.Regexp {
	if text == "" {
		return nil
	}
	return regexp.MustCompile("(?i)" + text)
}

// Kind returns the kind of a document, what told it (name, folder, content, or nothing) and how sure that is. Name is
// the path from the project's folder, with slashes.
func Kind(name, content string) (kind, reason string, confidence float64) {
	folder, base := path.Split(name)
	base = strings.TrimSuffix(base, path.Ext(base))
	for _, r := range compiled() {
		switch {
		case r.name != nil && r.name.MatchString(base):
			return r.Kind, "name", r.Confidence
		case r.folder != nil && matchesOne(r.folder, strings.Split(folder, "/")):
			return r.Kind, "folder", r.Confidence
		case r.content != nil && r.content.MatchString(content):
			return r.Kind, "content", r.Confidence
		}
	}
	return other, "", 0.3
}

func matchesOne(e *regexp.Regexp, names []string) bool {
	for _, name := range names {
		if e.MatchString(name) {
			return true
		}
	}
	return false
}

var heading = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(?m)^#{1,6}[ \t]+(.{1,300}?)[ \t]*#*[ \t]*\r?$`)
})

// Title returns a document's first heading.
func Title(content string) string {
	if match := heading().FindStringSubmatch(content); match != nil {
		return match[1]
	}
	return ""
}
