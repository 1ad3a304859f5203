package knowledge

import (
	"strings"

	"stead/internal/adapt/prefilter"
)

// mostProse is how much of a message is read as something that its author says himself. What is longer holds a document
// or a log.
const mostProse = 4000

var (
	fences    = prefilter.Regexp("(?ms)^\\s*(```|~~~).*?(^\\s*(```|~~~)|\\z)")
	listMarks = prefilter.Regexp(`^\s*(?:[-*•]|\d+[.)]|#{1,6})\s+`)
	emphasis  = strings.NewReplacer("**", "", "__", "", "`", "", "’", "'")
)

// made are texts that stand where a prompt does and that nobody typed: skills, commands, summaries.
var made = prefilter.Regexp(
	`^\s*(?:Base directory for this skill|<[a-z-]+>|Caveat: |\[Request interrupted|This session is being continued|# AGENTS\.md instructions)`)

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

// splitSentences parts a line where a sentence ends: before a blank, or at an East Asian full stop.
func splitSentences(line string) []string {
	var all []string
	from := 0
	for i := 0; i < len(line); {
		end := sentenceEnd(line, i)
		if end > 0 {
			all = appendSentence(all, line[from:end])
			from = end
		}
		i = max(i+1, end)
	}
	return appendSentence(all, line[from:])
}

// sentenceEnd returns where the next sentence begins if one ends with the byte i of a line, and 0 if none does.
func sentenceEnd(line string, i int) int {
	switch line[i] {
	case '.', '!', '?':
		rest := strings.TrimLeft(strings.TrimLeft(line[i:], ".!?"), `"')*`)
		after := strings.TrimLeft(rest, " \t\r\f\n")
		if rest == "" || len(after) < len(rest) {
			return len(line) - len(after)
		}
	case "。"[0], "！"[0]:
		for _, mark := range []string{"。", "！", "？"} {
			if strings.HasPrefix(line[i:], mark) {
				return i + len(mark)
			}
		}
	}
	return 0
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
var choosing = prefilter.Regexp(
	`(?i)\b(or|vs\.?|versus|which|what|how|either|between|option|prefer|oder|welche[rsn]?|wie)\b|还是|哪|怎么|什么`)

// mostAsked is how much of a message's end is searched for its question.
const mostAsked = 600

// question returns the last sentences of a message from its question on, if it lets the other side choose. Otherwise it
// is empty.
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
