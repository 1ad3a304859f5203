// Package corpus makes sessions of Claude Code of any size for benchmarks: lines of 1.5 kB in the median, 25 kB at the 99th
// percentile and 125 kB at most, with the tools, the split responses and the doubled tool output of real ones. The same
// seed makes the same bytes.
package corpus

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"stead/timeline"
)

// Dir is the working folder of the sessions.
const Dir = "/home/user/corpus"

const (
	medianBody = 600
	spread     = 1.35 // of the logarithm of the length
	maxBody    = 60_000
)

const source = "func add(a, b int) int {\n\treturn a + b // the \"sum\" für dich, C:\\temp\n}\n\n" +
	"The parser reads the next token and compares it with what the grammar expects at this place.\n"

// Write writes a session of at least size bytes with that id to w.
func Write(w io.Writer, id string, size int64, seed uint64) error {
	g := &generator{
		out: bufio.NewWriterSize(w, 1<<20), random: rand.New(rand.NewPCG(seed, 1)),
		text: strings.Repeat(source, 2*maxBody/len(source)), session: id,
	}
	for g.written < size && g.err == nil {
		g.turn()
	}
	g.line(`{"type":"last-prompt","leafUuid":%q,"sessionId":%q}`, g.parent, id)
	if g.err != nil {
		return g.err
	}
	return g.out.Flush()
}

// generator keeps the first error of writing.
type generator struct {
	out     *bufio.Writer
	random  *rand.Rand
	text    string
	session string
	parent  string
	records int
	written int64
	err     error
}

// turn writes a prompt, some rounds of calls, and an answer.
func (g *generator) turn() {
	g.record("user", fmt.Sprintf(`"message":{"role":"user","content":%s}`, g.body()), "")
	for range 1 + g.random.IntN(8) {
		g.round()
	}
	g.response("end_turn", g.id("msg_"), fmt.Sprintf(`{"type":"text","text":%s}`, g.body()))
	g.record("system", `"subtype":"turn_duration","durationMs":900`, "")
}

// round writes a text, a call and its result.
func (g *generator) round() {
	message, call := g.id("msg_"), g.id("toolu_")
	g.response("tool_use", message, fmt.Sprintf(`{"type":"text","text":%s}`, g.body()))
	name, input, drawn := g.tool()
	g.response("tool_use", message, fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":%s}`, call, name, input))
	output := g.body()
	content := fmt.Sprintf(`"message":{"role":"user","content":[{"tool_use_id":%q,"type":"tool_result","content":%s}]}`, call, output)
	g.record("user", content, fmt.Sprintf(`,"toolUseResult":`+drawn, output))
}

// tool returns a call, and the form in which its result is drawn: a pattern for the output.
func (g *generator) tool() (name, input, drawn string) {
	path := fmt.Sprintf("%s/file%d.go", Dir, g.random.IntN(500))
	switch g.random.IntN(4) {
	case 0:
		return "Bash", fmt.Sprintf(`{"command":"go test ./... -run %d","description":"Run a test"}`, g.random.IntN(1e6)), `{"stdout":%s,"stderr":"","interrupted":false}`
	case 1:
		return "Edit", fmt.Sprintf(`{"file_path":%q,"old_string":%s,"new_string":%s}`, path, g.body(), g.body()), `{"originalFile":%s,"userModified":false}`
	case 2:
		return "Write", fmt.Sprintf(`{"file_path":%q,"content":%s}`, path, g.body()), `{"type":"create","content":%s,"structuredPatch":[]}`
	}
	return "Read", fmt.Sprintf(`{"file_path":%q}`, path), `{"type":"text","file":{"content":%s,"startLine":1}}`
}

func (g *generator) response(stop, message, block string) {
	g.record("assistant", fmt.Sprintf(`"message":{"id":%q,"type":"message","role":"assistant","model":"claude-opus-4-8",`+
		`"content":[%s],"stop_reason":%q,"stop_sequence":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":400,`+
		`"cache_read_input_tokens":90000,"output_tokens":250,"service_tier":"standard"}}`, message, block, stop), "")
}

func (g *generator) record(kind, members, after string) {
	parent := "null"
	if g.parent != "" {
		parent = `"` + g.parent + `"`
	}
	g.parent = g.uuid()
	second := g.records / 20
	g.line(`{"parentUuid":%s,"isSidechain":false,%s,"type":%q,"uuid":%q,"timestamp":"2026-11-%02dT%02d:%02d:%02d.000Z"%s,`+
		`"userType":"external","entrypoint":"cli","cwd":"`+Dir+`","sessionId":%q,"version":"2.1.197","gitBranch":"main"}`,
		parent, members, kind, g.parent, 1+second/86400, second/3600%24, second/60%60, second%60, after, g.session)
}

func (g *generator) line(format string, arguments ...any) {
	n, err := fmt.Fprintf(g.out, format+"\n", arguments...)
	g.written += int64(n)
	g.records++
	if g.err == nil {
		g.err = err
	}
}

// body returns a text of a random length as JSON: log-normal, as the lengths of texts are.
func (g *generator) body() string {
	length := min(maxBody, int(medianBody*math.Exp(g.random.NormFloat64()*spread)))
	from := g.random.IntN(len(g.text) - length)
	return string(timeline.AppendString(nil, g.text[from:from+length]))
}

func (g *generator) id(prefix string) string {
	return fmt.Sprintf("%s%016x", prefix, g.random.Uint64())
}

func (g *generator) uuid() string {
	a, b := g.random.Uint64(), g.random.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", a>>32, a>>16&0xFFFF, a&0xFFF, b>>48&0xFFF, b&0xFFFFFFFFFFFF)
}
