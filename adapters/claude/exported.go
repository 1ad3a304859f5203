package claude

import (
	"context"
	"strings"

	"stead/internal/adapt/exported"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

const cli = "claude"

var banner = lazy.Regexp(`^╭─── Claude Code v([\d.]+) ─+╮$`)

// DetectExport reports whether a file begins with the CLI's banner.
func DetectExport(head []byte) bool {
	first, _, _ := strings.Cut(exported.Lines(string(head)), "\n")
	return banner().MatchString(strings.TrimRight(first, " "))
}

// OpenExport reads an export. Errors are those of [exported.Read], and adapter.ErrEmpty.
func OpenExport(_ context.Context, path, _ string) (timeline.Stream, error) {
	content, err := exported.Read(path)
	if err != nil {
		return timeline.Stream{}, err
	}
	content = strings.ReplaceAll(content, "\u00a0", " ") // which the CLI draws behind the mark of a result
	lines := strings.Split(content, "\n")
	begin := 0
	for begin < len(lines) && begin < boxHeight && !strings.HasPrefix(lines[begin], "╰") {
		begin++
	}
	s := exported.New(cli, "", withoutLot(lines[min(begin+1, len(lines)):]))
	if match := banner().FindStringSubmatch(strings.TrimRight(lines[0], " ")); match != nil {
		s.Header.Source.Version = match[1]
	}
	parse(s, lines, min(begin+1, len(lines)))
	return s.Stream(path)
}

// boxHeight is how many lines the banner's box has at most.
const boxHeight = 40

// withoutLot returns the text without the lines whose words are drawn by lot at each export.
func withoutLot(lines []string) string {
	var kept strings.Builder
	for _, line := range lines {
		if !strings.HasPrefix(line, endOfTurn) {
			kept.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return kept.String()
}

// The marks of column 0.
const (
	prompt    = "❯ "
	answer    = "● "
	shell     = "! "
	endOfTurn = "✻ "
	// result stands behind two blanks.
	result = "  ⎿  "
	folded = "(ctrl+o to expand)"
)

// block is what stands behind one mark.
type block struct {
	mark  string
	line  int
	lines []string
	// results are the texts behind the marks of results in it.
	results []string
}

func parse(s *exported.Session, lines []string, from int) {
	var b block
	for i := from; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], " ")
		mark := markOf(line)
		switch {
		case mark != "":
			b.add(s)
			b = block{mark: mark, line: i + 1, lines: []string{line[len(mark):]}}
		case strings.HasPrefix(line, result):
			b.results = append(b.results, line[len(result):])
		case strings.HasPrefix(line, "  ") && strings.HasSuffix(line, folded) && !strings.HasPrefix(line, "     "):
			// "Thought for 1s", "Read 1 file": what was said there is lost
		case len(b.results) > 0:
			b.results[len(b.results)-1] += "\n" + strings.TrimPrefix(line, "     ")
		default:
			b.lines = append(b.lines, strings.TrimPrefix(line, "  "))
		}
	}
	b.add(s)
}

func markOf(line string) string {
	for _, mark := range []string{prompt, answer, shell, endOfTurn} {
		if strings.HasPrefix(line, mark) {
			return mark
		}
	}
	return ""
}

var call = lazy.Regexp(`(?s)^([A-Z][A-Za-z]*|[a-z][\w-]* - \w+ \(MCP\))\((.*)\)$`)

// add adds the entries of a block.
func (b block) add(s *exported.Session) {
	text := strings.TrimSpace(strings.Join(b.lines, "\n"))
	switch b.mark {
	case prompt:
		s.Text(b.line, timeline.User, text)
		b.named(s)
	case shell:
		typed := timeline.NewText(text)
		s.Add(b.line, &timeline.Entry{Type: timeline.User, Content: timeline.NewText(b.output()),
			Origin: &timeline.Origin{Kind: timeline.Shell, Typed: typed}})
	case answer:
		if match := call().FindStringSubmatch(text); match != nil && len(b.results) > 0 {
			b.call(s, match[1], match[2])
			return
		}
		s.Text(b.line, timeline.Assistant, text)
	}
}

func (b block) output() string { return strings.TrimSpace(strings.Join(b.results, "\n")) }

// named adds what the CLI says of the files that a prompt names.
func (b block) named(s *exported.Session) {
	for _, one := range b.results {
		s.Add(b.line, &timeline.Entry{Type: timeline.User, Content: timeline.NewText(strings.TrimSpace(one)),
			Origin: &timeline.Origin{Kind: timeline.Mention}})
	}
}

// drawn are the tools as the terminal draws them, with the argument that it shows.
var drawn = map[string]struct {
	tool     timeline.Tool
	argument string
}{
	"Bash": {timeline.Bash, "command"}, "Update": {timeline.Edit, "path"}, "Write": {timeline.Write, "path"},
	"Read":   {timeline.Read, "path"},
	"Search": {timeline.Search, "pattern"}, "Fetch": {timeline.WebFetch, "url"}, "Task": {timeline.Task, "prompt"},
}

func (b block) call(s *exported.Session, name, shown string) {
	tool, argument := timeline.Unknown, "shown"
	if known, ok := drawn[name]; ok {
		tool, argument = known.tool, known.argument
	}
	made := s.Call(b.line, "", tool, name, exported.Input(argument, shown))
	output, failed := strings.CutPrefix(b.output(), "Error: ")
	s.Result(b.line, made, output, !failed)
}
