package corpus

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"stead/timeline"
)

// Session describes a session to generate. The zero value of every member except the id means a default.
type Session struct {
	ID string
	// Dir is its working folder: an absolute path.
	Dir string
	// Size is its minimum size in bytes.
	Size int64
	Seed uint64
	// Began is the time at which it began.
	Began time.Time
	// Text is the source of its texts, which are cut from it in whole lines. It must have at least a megabyte. By default,
	// the source is the package's own text, which may be cut anywhere.
	Text string
	// Number decides which needles are planted. Numbers begin at 1. A session without one contains no needles.
	Number int
	// Exchanges, if set, is the number of prompts. Each has one answer, and there are no calls. Size is then ignored.
	Exchanges int
	// Body is the median length of a text in bytes. The default is 600.
	Body int
}

// Dir is the default working folder of sessions.
const Dir = "/home/user/corpus"

const (
	medianBody = 600
	spread     = 1.35 // of the logarithm of the length
	maxBody    = 60_000
)

// sink writes a conversation in some form.
type sink interface {
	prompt(body timeline.Text)
	remark(body timeline.Text)
	answer(body timeline.Text)
	call(call)
	// size returns the number of bytes written.
	size() int64
	// isOver reports whether the sink accepts no more.
	isOver() bool
}

// call is a call of a tool, with its result.
type call struct {
	tool timeline.Tool
	// text is the command or the path. Old and new are the texts of a change.
	text     string
	old, new timeline.Text
	output   timeline.Text
}

// generator generates a conversation.
type generator struct {
	Session
	// inLines says that bodies consist of whole lines of the text.
	inLines  bool
	random   *rand.Rand
	planting *planting
	to       sink
}

func newGenerator(s Session, random *rand.Rand, to sink) *generator {
	inLines := s.Text != ""
	if !inLines {
		s.Text = pool()
	}
	g := &generator{Session: s, inLines: inLines, random: random, planting: &planting{tally: Tally{}}, to: to}
	if s.Number > 0 {
		g.planting = newPlanting(s.Number - 1)
	}
	return g
}

// converse generates turns until the session is large enough and everything is planted.
func (g *generator) converse() {
	for range g.Exchanges {
		g.to.prompt(g.body(Prompt))
		g.to.answer(g.body(Answer))
	}
	if g.Exchanges > 0 {
		return
	}
	for (g.to.size() < g.Size || !g.planting.isDone()) && !g.to.isOver() {
		g.turn()
	}
}

// turn generates a prompt, some rounds of calls, and an answer.
func (g *generator) turn() {
	g.to.prompt(g.body(Prompt))
	for range 1 + g.random.IntN(8) {
		g.to.remark(g.body(Remark))
		g.to.call(g.call())
	}
	g.to.answer(g.body(Answer))
}

func (g *generator) call() call {
	path := fmt.Sprintf("%s/internal/%s/file%d.go", g.Dir, stems[g.random.IntN(len(stems))], g.random.IntN(500))
	c := call{tool: timeline.Read, text: path}
	switch g.random.IntN(4) {
	case 0:
		c.tool, c.text = timeline.Bash, fmt.Sprintf("go test ./%s/... -run %d", stems[g.random.IntN(len(stems))],
			g.random.IntN(1e6))
	case 1:
		c.tool, c.old, c.new = timeline.Edit, g.body(Call), g.body(Call)
	case 2:
		c.tool, c.new = timeline.Write, g.body(Call)
	}
	c.output = g.body(Result)
	return c
}

// body returns a text of a random length. The length has a log-normal distribution, like that of real texts.
func (g *generator) body(piece Piece) timeline.Text {
	median := float64(cmp.Or(g.Body, medianBody))
	length := min(maxBody, int(median*math.Exp(g.random.NormFloat64()*spread)))
	from := g.random.IntN(len(g.Text) - length)
	text := strings.ToValidUTF8(g.Text[from:from+length], "")
	if g.inLines {
		text = wholeLines(text)
	}
	if g.random.IntN(4) == 0 {
		text += fmt.Sprintf("\ncommit %016x in C:\\temp", g.random.Uint64())
	}
	needles := g.planting.take(piece)
	for _, planted := range needles {
		at := strings.LastIndexByte(text[:len(text)/2], ' ') + 1
		text = text[:at] + " " + planted + " " + text[at:]
	}
	raw := timeline.AppendString(nil, text)
	if piece == Prompt && len(needles) > 0 {
		raw = escapeWide(raw)
	}
	return timeline.RawText(raw)
}

// wholeLines removes the first and the last line of a text, which may be incomplete.
func wholeLines(text string) string {
	first, last := strings.IndexByte(text, '\n'), strings.LastIndexByte(text, '\n')
	if first == last {
		return ""
	}
	return text[first+1 : last]
}

// escapeWide escapes non-ASCII characters, as some programs do.
func escapeWide(raw []byte) []byte {
	var out []byte
	for _, r := range string(raw) {
		switch high, low := utf16.EncodeRune(r); {
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		case high == unicode.ReplacementChar:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = fmt.Appendf(out, `\u%04X\u%04X`, high, low)
		}
	}
	return out
}

// newID returns a random UUID of version 4.
func newID(random *rand.Rand) string {
	a, b := random.Uint64(), random.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", a>>32, a>>16&0xFFFF, a&0xFFF, b>>48&0xFFF, b&0xFFFFFFFFFFFF)
}
