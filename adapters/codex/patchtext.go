package codex

import (
	"bytes"
	"fmt"
	"strings"

	"stead/timeline"
)

// FormatPatch returns the changes in the grammar that [ParsePatch] parses.
func FormatPatch(changes []Change) string {
	var b strings.Builder
	b.WriteString(patchBegin + "\n")
	for _, c := range changes {
		c.format(&b)
	}
	b.WriteString(patchEnd + "\n")
	return b.String()
}

func (c Change) format(b *strings.Builder) {
	switch c.Kind {
	case AddFile:
		b.WriteString(patchAdd + c.Path + "\n")
		for _, line := range splitLines(c.Content.String()) {
			b.WriteString("+" + line + "\n")
		}
	case DeleteFile:
		b.WriteString(patchDelete + c.Path + "\n")
	default:
		b.WriteString(patchUpdate + c.Path + "\n")
		if c.MoveTo != "" {
			b.WriteString(patchMove + c.MoveTo + "\n")
		}
		for _, h := range c.Hunks {
			b.WriteString(strings.TrimRight("@@ "+h.Header, " ") + "\n")
			b.WriteString(strings.Join(h.Lines, "\n") + "\n")
		}
	}
}

// AddFilePatch returns the patch that adds a file. It works on the escaped form of the content: files are large, and
// nothing needs to be decoded to put a plus before each line.
func AddFilePatch(path string, content timeline.Text) timeline.Text {
	if bytes.Contains(content.Inner(), []byte(`\u000`)) { // a line end may be written as \u000a
		content = timeline.NewText(content.String())
	}
	inner := content.Inner()
	head := timeline.NewText(patchBegin + "\n" + patchAdd + path + "\n")
	raw := make([]byte, 0, len(inner)+len(inner)/16+256)
	raw = append(raw, '"')
	raw = append(raw, head.Inner()...)
	if len(inner) > 0 {
		raw = appendAdded(append(raw, '+'), inner)
	}
	raw = append(raw, patchEnd+`\n"`...)
	return timeline.RawText(raw)
}

// appendAdded appends escaped text with a plus after each line end except the last one, which it adds if it is missing.
func appendAdded(dst, inner []byte) []byte {
	for {
		at := bytes.IndexByte(inner, '\\')
		if at < 0 || at+2 > len(inner) {
			return append(append(dst, inner...), `\n`...)
		}
		dst = append(dst, inner[:at+2]...)
		isLineEnd := inner[at+1] == 'n'
		inner = inner[at+2:]
		if isLineEnd && len(inner) == 0 {
			return dst
		}
		if isLineEnd {
			dst = append(dst, '+')
		}
	}
}

// UnifiedDiff returns the hunks as the terminal draws them. Their places in the file are unknown, so all of them begin
// at line 1.
func UnifiedDiff(hunks []Hunk) string {
	var b strings.Builder
	for _, h := range hunks {
		before, after := 0, 0
		for _, line := range h.Lines {
			if line[0] != '+' {
				before++
			}
			if line[0] != '-' {
				after++
			}
		}
		fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@\n%s\n", min(1, before), before, min(1, after), after,
			strings.Join(h.Lines, "\n"))
	}
	return b.String()
}

// ParseUnifiedDiff parses the hunks that [UnifiedDiff] and the CLI write.
func ParseUnifiedDiff(diff string) []Hunk {
	var hunks []Hunk
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "@@"):
			hunks = append(hunks, Hunk{})
		case len(hunks) > 0 && line != "" && strings.IndexByte(" +-", line[0]) >= 0:
			last := &hunks[len(hunks)-1]
			last.Lines = append(last.Lines, line)
		}
	}
	return hunks
}
