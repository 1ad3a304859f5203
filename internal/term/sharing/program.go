package sharing

import (
	"os"
	"sync/atomic"
	"time"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

// program is the program that has a hub's terminals, one after the other, and who hears what goes to it and comes from
// it. The hub is locked, but for write and answer.
type program struct {
	now     func() time.Time
	process atomic.Pointer[ptyx.Process]
	answers atomic.Bool // nobody's terminal answers the program's queries
	sink    ptyx.Sink
	cancel  *wake.Event // ends its showing
	early   []byte      // typed before it came
}

// mostEarly is how many bytes of what is typed before its program comes are kept. They fit into a terminal's own
// buffer.
const mostEarly = 2048

func (p *program) begin(process *ptyx.Process, size ptyx.Size, sink ptyx.Sink, cancel *wake.Event) {
	p.sink, p.cancel = sink, cancel
	p.process.Store(process)
	p.resize(size)
	_, _ = process.Terminal.WriteUntil(p.early, cancel)
	p.early = nil
}

func (p *program) end() {
	p.process.Store(nil)
	p.sink, p.cancel = nil, nil
}

// resize gives the program another size.
func (p *program) resize(size ptyx.Size) {
	if process := p.process.Load(); process != nil && process.Terminal.Resize(size) == nil {
		p.sink.Resize(p.now(), size.Rows, size.Columns)
	}
}

// write types at the program. It gives os.ErrProcessDone while there is none.
func (p *program) write(keys []byte) (int, error) {
	if process := p.process.Load(); process != nil {
		return process.Terminal.Write(keys)
	}
	return 0, os.ErrProcessDone
}

// answer gives the program what a terminal would answer, unless a user's does. It ends with closed.
func (p *program) answer(keys []byte, closed *wake.Event) {
	if process := p.process.Load(); process != nil && p.answers.Load() {
		_, _ = process.Terminal.WriteUntil(keys, closed)
	}
}

// keep keeps what was typed for the next program.
func (p *program) keep(keys []byte) {
	if len(p.early)+len(keys) <= mostEarly {
		p.early = append(p.early, keys...)
	}
}

// typed tells who listens what the user has typed.
func (p *program) typed(keys []byte) {
	if p.sink != nil {
		p.sink.Input(p.now(), keys)
	}
}
