package replay

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"stead/internal/sys/tempfile"
	"stead/timeline"
)

// Step is an entry without its bodies.
type Step struct {
	Type timeline.EntryType
	// At is when it was made. It is zero if the CLI does not say.
	At time.Time
	// Turn counts the user's prompts up to it. Depth is the nesting depth of its sub-agent.
	Turn, Depth int
	// Call is the number of the step that a result answers, counted from 0. -1 means that there is none.
	Call int
	// Aside marks a hidden entry or one of an abandoned branch.
	Aside bool
	// Spent is the tokens and the cost up to and including it.
	Spent timeline.Usage

	offset int64
	length int
}

// Session is a session that can be traversed in any direction. It must be closed.
type Session struct {
	// Name is the session's reference.
	Name   string
	Header timeline.Header
	Steps  []Step
	file   *os.File
}

// Open reads a session and those of its sub-agents, which follow the call that started them. It takes as much space in
// the folder for temporary files as the session has. No other user can read it there. Errors are those of the stream
// and of the file system.
func Open(ctx context.Context, name string, s timeline.Stream) (*Session, error) {
	file, err := tempfile.Create("", "stead-replay-")
	if err != nil {
		return nil, fmt.Errorf("make a temporary file to replay %s: %w", name, err)
	}
	session := &Session{Name: name, Header: s.Header, file: file}
	spool := spooler{session: session, target: bufio.NewWriterSize(file, 256<<10)}
	if err := errors.Join(spool.stream(ctx, s, 0), spool.target.Flush()); err != nil {
		return nil, errors.Join(fmt.Errorf("read %s: %w", name, err), file.Close())
	}
	return session, nil
}

// Entry reads the entry of a step.
func (s *Session) Entry(number int) (*timeline.Entry, error) {
	line, err := s.line(number)
	if err != nil {
		return nil, err
	}
	var e timeline.Entry
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("read step %d of %s again: %w", number+1, s.Name, err)
	}
	return &e, nil
}

// line reads the JSON of a step's entry.
func (s *Session) line(number int) ([]byte, error) {
	step := s.Steps[number]
	line := make([]byte, step.length)
	if _, err := s.file.ReadAt(line, step.offset); err != nil {
		return nil, fmt.Errorf("read step %d of %s again: %w", number+1, s.Name, err)
	}
	return line, nil
}

// Close releases the space that the session took.
func (s *Session) Close() error { return s.file.Close() }

// spooler writes a session's entries into its file, and records their positions.
type spooler struct {
	session *Session
	target  *bufio.Writer
	offset  int64
	line    []byte
	turn    int
	spent   timeline.Usage
}

func (p *spooler) stream(ctx context.Context, s timeline.Stream, depth int) error {
	agents := agentsByCall(s.Children)
	calls := map[string]int{}
	err := s.Each(ctx, func(e *timeline.Entry) error {
		if err := p.entry(e, depth, calls); err != nil {
			return err
		}
		started := agents[e.ID]
		delete(agents, e.ID)
		return p.agents(ctx, started, depth)
	})
	for _, child := range s.Children { // sub-agents whose starting call is unknown
		if at := startedBy(child); err == nil && len(agents[at]) > 0 {
			err = p.agents(ctx, agents[at], depth)
			delete(agents, at)
		}
	}
	return err
}

func (p *spooler) agents(ctx context.Context, agents []timeline.Stream, depth int) error {
	for _, agent := range agents {
		turn := p.turn // a sub-agent's prompts are not turns of the user
		if err := p.stream(ctx, agent, depth+1); err != nil {
			return err
		}
		p.turn = turn
	}
	return nil
}

func (p *spooler) entry(e *timeline.Entry, depth int, calls map[string]int) error {
	if e.StartsTurn() && depth == 0 {
		p.turn++
	}
	if e.Usage != nil {
		p.spent = p.spent.Add(*e.Usage)
	}
	step := Step{
		Type: e.Type, Turn: p.turn, Depth: depth, Call: -1, Aside: !e.Active(), Spent: p.spent, offset: p.offset,
	}
	step.At, _ = time.Parse(time.RFC3339Nano, e.Timestamp)
	switch e.Type {
	case timeline.ToolCall:
		calls[e.ID] = len(p.session.Steps)
	case timeline.ToolResult:
		if call, ok := calls[e.CallID]; ok {
			step.Call = call
		}
	default:
	}
	p.line = append(e.AppendJSON(p.line[:0]), '\n')
	step.length = len(p.line) - 1
	p.offset += int64(len(p.line))
	p.session.Steps = append(p.session.Steps, step)
	_, err := p.target.Write(p.line)
	return err
}

func agentsByCall(children []timeline.Stream) map[string][]timeline.Stream {
	agents := map[string][]timeline.Stream{}
	for _, child := range children {
		agents[startedBy(child)] = append(agents[startedBy(child)], child)
	}
	return agents
}

// startedBy returns the id of the call that started a sub-agent, or the empty string.
func startedBy(child timeline.Stream) string {
	if child.Header.Lineage == nil {
		return ""
	}
	return child.Header.Lineage.At
}
