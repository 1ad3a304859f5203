package term

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// Progress shows the progress of long work on the last line of standard error, if that is a terminal. Otherwise it
// draws nothing.
type Progress struct {
	err   *Messages
	title string
	began time.Time

	mutex       sync.Mutex
	status      *Status
	done, total int64
}

const (
	// progressAfter is how long work must take before a bar appears.
	progressAfter = 300 * time.Millisecond
	// barCells is the width of a bar.
	barCells = 24
)

// NewProgress returns the progress of work with this title, in bytes. It draws nothing until [Progress.Set].
func (m *Messages) NewProgress(title string) *Progress {
	return &Progress{err: m, title: title, began: time.Now()}
}

// Set sets the number of processed bytes and the total. It may be called often, and by several goroutines.
func (p *Progress) Set(done, total int64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !p.err.Draws() || total <= 0 || time.Since(p.began) < progressAfter {
		return
	}
	p.done, p.total = min(done, total), total
	if p.status == nil {
		p.status = p.err.ShowStatus(p.line)
	}
	p.status.Changed()
}

func (p *Progress) line() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return bar(p.title, p.done, p.total)
}

// bar draws a part of a whole, both in bytes.
func bar(title string, done, total int64) string {
	part := float64(done) / float64(total)
	full := int(part * barCells)
	return fmt.Sprintf("%s %3d%% [%s%s] %s of %s", title, int(part*100), strings.Repeat("=", full),
		strings.Repeat(" ", barCells-full), Size(done), Size(total))
}

// Close removes the bar. It may be called again.
func (p *Progress) Close() {
	p.mutex.Lock()
	status := p.status
	p.mutex.Unlock()
	status.Close()
}
