package knowledge

import (
	"strings"

	"stead/internal/lazy"
)

// mostProse is how much of a message is read as something that its author says himself. What is longer holds a document or a log.
const mostProse = 4000

var (
	fences    = lazy.Regexp("(?ms)^\\s*(```|~~~).*?(^\\s*(```|~~~)|\\z)")
	listMarks = lazy.Regexp(`^\s*(?:[-*•]|\d+[.)]|#{1,6})\s+`)
	// sentenceEnd is where a sentence ends: before a blank, or at an East Asian full stop.
	sentenceEnd = lazy.Regexp(`[.!?]+["')*]*(?:\s+|$)|[。！？]|\n+`)
	emphasis    = strings.NewReplacer("**", "", "__", "", "`", "", "’", "'")
)

// made are texts that stand where a prompt does and that nobody typed: skills, commands, summaries.
var made = lazy.Regexp(`^\s*(?:Base directory for this skill|<[a-z-]+>|Caveat: |\[Request interrupted|This session is being continued|# AGENTS\.md instructions)`)

// sentences returns what a message's author says: no code, quotes, tables. A sentence keeps its question mark.
func sentences(text string) []string {
	if len(text) > mostProse || made().MatchString(text) {
		return nil
	}
	text = emphasis.Replace(fences().ReplaceAllString(text, "\n"))
	var all []string
	for line := range strings.Lines(text) {
		line = listMarks().ReplaceAllString(strings.TrimSpace(line), "")
		if line == "" || line[0] == '>' || line[0] == '|' || line[0] == '<' {
			continue
		}
		all = append(all, splitSentences(line)...)
	}
	return all
}

func splitSentences(line string) []string {
	var all []string
	from := 0
	for _, at := range sentenceEnd().FindAllStringIndex(line, -1) {
		all = appendSentence(all, line[from:at[1]])
		from = at[1]
	}
	return appendSentence(all, line[from:])
}

func appendSentence(all []string, s string) []string {
	if s = strings.TrimSpace(s); s != "" {
		return append(all, s)
	}
	return all
}

// isQuestion reports whether a sentence asks.
func isQuestion(s string) bool {
	return strings.HasSuffix(strings.TrimRight(s, `"')* `), "?") || strings.ContainsRune(s, '？')
}

// choosing are the words of a question that lets the other side choose.
var choosing = lazy.Regexp(`(?i)\b(or|vs\.?|versus|which|what|how|either|between|option|prefer|oder|welche[rsn]?|wie)\b|还是|哪|怎么|什么`)

// mostAsked is how much of a message's end is searched for its question.
const mostAsked = 600

// question returns the last sentences of a message from its question on, if it lets the other side choose. Otherwise it is empty.
func question(text string) string {
	from := max(0, len(text)-mostAsked)
	for from > 0 && from < len(text) && text[from]&0xC0 == 0x80 {
		from++
	}
	tail := text[from:]
	for _, s := range sentences(tail) {
		if isQuestion(s) && choosing().MatchString(tail) {
			return tail
		}
	}
	return ""
}
