package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"stead/internal/term/asciicast"
	"stead/internal/term/screen"
)

// scene is what the terminal showed at a marker of the recording.
type scene struct {
	title string
	rows  [][]screen.Span
}

// play draws a recording on a screen and keeps what that shows at each marker.
func play(recording io.Reader) ([]scene, error) {
	reader, err := asciicast.NewReader(recording)
	if err != nil {
		return nil, err
	}
	played := screen.New(int(size.Rows), int(size.Columns), nil)
	defer played.Close()
	var scenes []scene
	for event, err := range reader.Events() {
		if err != nil {
			return nil, err
		}
		switch event.Code {
		case asciicast.Output:
			_, _ = played.Write([]byte(event.Data))
		case asciicast.Marker:
			scenes = append(scenes, scene{title: event.Data, rows: played.Spans()})
		}
	}
	return scenes, nil
}

// The measures of the picture, in pixels, and how long each scene is shown, in seconds.
const (
	letter, line = 8.4, 18.0
	margin, bar  = 16.0, 34.0
	shown        = 6
)

// palette holds the 16 colors, dark enough behind and bright enough in front on the picture's own background. The
// window has a border, so that it stands out on a light page and on a dark one.
var palette = [16]string{
	"#3b4252", "#f07178", "#a5d6a7", "#ffcb6b", "#82aaff", "#c792ea", "#89ddff", "#d8dee9",
	"#7a869a", "#ff8b92", "#c3e88d", "#ffe08a", "#9cc4ff", "#ddb3ff", "#a8ecff", "#ffffff",
}

const foreground, background = "#d8dee9", "#1a1d29"

// draw returns the scenes as an SVG that shows one after the other. A viewer without animations shows the second one,
// in which the target CLI works.
func draw(scenes []scene) []byte {
	width, height := 2*margin+letter*float64(size.Columns), bar+2*margin+line*float64(size.Rows)
	var b bytes.Buffer
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" xml:space="preserve">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>stead continues a session of Claude Code in Codex</title>\n<style>\n")
	fmt.Fprintf(&b,
		"text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;fill:%s}\n", foreground)
	b.WriteString(
		".b{font-weight:bold}.i{font-style:italic}.u{text-decoration:underline}.f{opacity:.6}.t{fill:#a3adc2;text-anchor:middle}\n")
	for i, hex := range palette {
		fmt.Fprintf(&b, ".c%d{fill:%s}", i, hex)
	}
	share := 100 / float64(len(scenes))
	fmt.Fprintf(&b,
		"\n.s{animation:s %ds step-end infinite}\n@keyframes s{0%%{visibility:visible}%.2f%%,to{visibility:hidden}}\n", shown*len(scenes), share)
	for i := range scenes {
		fmt.Fprintf(&b, ".s%d{animation-delay:%ds;visibility:%s}", i, i*shown-shown*len(scenes),
			map[bool]string{true: "visible", false: "hidden"}[i == 1])
	}
	b.WriteString("\n</style>\n")
	fmt.Fprintf(&b, `<rect x=".5" y=".5" width="%.0f" height="%.0f" rx="8" fill="%s" stroke="#5c6578"/>`+"\n", width-1,
		height-1, background)
	for i, hex := range []string{"#f07178", "#ffcb6b", "#a5d6a7"} {
		fmt.Fprintf(&b, `<circle cx="%d" cy="18" r="5.5" fill="%s"/>`, 22+20*i, hex)
	}
	b.WriteString("\n")
	for i, s := range scenes {
		fmt.Fprintf(&b, `<g class="s s%d">`+"\n"+`<text class="t" x="%.0f" y="23">%s</text>`+"\n", i, width/2,
			escaped(s.title))
		for y, spans := range s.rows {
			for _, span := range spans {
				drawSpan(&b, span, bar+margin+line*float64(y))
			}
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// noBreak is the blank that no viewer of SVGs joins with its neighbors.
const noBreak = "\u00a0"

// drawSpan draws the background and the text of a span. Its length in pixels is given, so that the columns of any font
// line up.
func drawSpan(b *bytes.Buffer, s screen.Span, top float64) {
	x, width := margin+letter*float64(s.Column), letter*float64(s.Width)
	front, back := s.Style.Foreground, s.Style.Background
	switch {
	case back != nil:
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.0f"%s/>`, x, top, width, line, paint(back, nil))
	case s.Style.Reversed:
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.0f" fill="%s"/>`, x, top, width, line, foreground)
	}
	if text := strings.TrimRight(s.Text, " "); text != "" {
		blank := len(s.Text) - len(text)
		var classes []string
		for _, one := range []struct {
			class string
			isSet bool
		}{{"b", s.Style.Bold}, {"i", s.Style.Italic}, {"u", s.Style.Underline}, {"f", s.Style.Faint}} {
			if one.isSet {
				classes = append(classes, one.class)
			}
		}
		fill := paint(front, classes)
		if s.Style.Reversed && front == nil {
			fill += ` style="fill:` + background + `"`
		}
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" textLength="%.1f"%s>%s</text>`, x, top+13.5, width-letter*float64(blank),
			fill, escaped(strings.ReplaceAll(text, " ", noBreak)))
	}
	b.WriteString("\n")
}

// paint returns the attributes for a color and classes. The 16 colors have a class each, all others are given as they
// are.
func paint(c color.Color, classes []string) string {
	other := ""
	switch c := c.(type) {
	case nil:
	case ansi.BasicColor:
		classes = append(classes, fmt.Sprintf("c%d", c))
	case ansi.IndexedColor:
		if c < 16 {
			classes = append(classes, fmt.Sprintf("c%d", c))
			break
		}
		other = hex(c)
	default:
		other = hex(c)
	}
	attributes := ""
	if len(classes) > 0 {
		attributes = ` class="` + strings.Join(classes, " ") + `"`
	}
	if other != "" {
		attributes += ` style="fill:` + other + `"`
	}
	return attributes
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
