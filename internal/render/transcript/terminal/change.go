package terminal

import (
	"fmt"
	"strings"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// changeLines is the number of lines shown of a folded change.
const changeLines = 16

// changeColors maps the beginnings of a diff's lines to colours.
var changeColors = []struct{ beginning, color string }{{"+", green}, {"-", red}, {"@@", faint}, {"*** ", faint}}

// mostOfChange returns the maximum number of bytes of a change to process.
func (p pen) mostOfChange() int {
	if p.Full {
		return 0
	}
	return headBytes
}

// change writes the changes of a call. More is the number of bytes left out of them.
func (p pen) change(change string, more int64) {
	if change == "" {
		return
	}
	lines := strings.Split(strings.TrimSuffix(change, "\n"), "\n")
	hidden := 0
	if !p.Full && len(lines) > changeLines {
		lines, hidden = lines[:changeLines], len(lines)-changeLines
	}
	for _, line := range lines {
		p.changed(line)
	}
	switch {
	case more > 0:
		p.dim(indent+indent, fmt.Sprintf("... %s more", transcript.Size(more)))
	case hidden > 0:
		p.dim(indent+indent, fmt.Sprintf("... %d more lines", hidden))
	}
}

// changed writes a line of a change in its colour.
func (p pen) changed(line string) {
	color := ""
	for _, c := range changeColors {
		if strings.HasPrefix(line, c.beginning) {
			color = c.color
			break
		}
	}
	line = plain.Text(line)
	if p.Full {
		p.styled(indent+indent, color, line)
		return
	}
	p.line(indent+indent, p.style(color, plain.Fit(line, p.Width-len(indent+indent))))
}

// otherArguments returns the arguments of a call that neither its headline nor its change shows.
func otherArguments(call *timeline.Entry) string {
	var others []string
	for _, f := range transcript.Fields(call, 0) {
		if !f.IsChange && f.Name != "path" && f.Name != "content" {
			others = append(others, f.Name+": "+plain.Line(f.Value))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return " (" + strings.Join(others, ", ") + ")"
}
