package sharing

import (
	"os"
	"sync/atomic"
	"time"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

// program is the program to which a hub's terminals are connected, one program after the other, together with the sink
// that receives its input and output. All methods but write and answer require the lock of the hub.
type program struct {
	now     func() time.Time
	process atomic.Pointer[ptyx.Process]
	answers atomic.Bool // no user's terminal answers the program's queries
	sink    ptyx.Sink
	cancel  *wake.Event // ends the display of the program
	early   []byte      // typed before the program started
}

// mostEarly is the maximum number of bytes that are kept of what the user types before the program starts. They fit
// into the buffer of a terminal.
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

// resize changes the size of the program's terminal.
func (p *program) resize(size ptyx.Size) {
	if process := p.process.Load(); process != nil && process.Terminal.Resize(size) == nil {
		p.sink.Resize(p.now(), size.Rows, size.Columns)
	}
}

// write sends keys to the program. It returns os.ErrProcessDone while there is none.
func (p *program) write(keys []byte) (int, error) {
	if process := p.process.Load(); process != nil {
		return process.Terminal.Write(keys)
	}
	return 0, os.ErrProcessDone
}

// answer gives the program the answer of a terminal, unless a user's terminal does so. It ends when closed fires.
func (p *program) answer(keys []byte, closed *wake.Event) {
	if process := p.process.Load(); process != nil && p.answers.Load() {
		_, _ = process.Terminal.WriteUntil(keys, closed)
	}
}

// keep stores keys for the next program.
func (p *program) keep(keys []byte) {
	if len(p.early)+len(keys) <= mostEarly {
		p.early = append(p.early, keys...)
	}
}

// typed passes what the user has typed to the sink.
func (p *program) typed(keys []byte) {
	if p.sink != nil {
		p.sink.Input(p.now(), keys)
	}
}
