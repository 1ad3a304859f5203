package term

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress shows on the terminal of standard error how far long work has come. Elsewhere it draws nothing.
type Progress struct {
	term  *Terminal
	title string
	mutex sync.Mutex
	bar   *progressbar.ProgressBar
	began time.Time
}

// progressAfter is how long work must take to be worth a bar.
const progressAfter = 300 * time.Millisecond

// NewProgress returns the progress of work that a title names, in bytes. It draws nothing until [Progress.Set].
func (t *Terminal) NewProgress(title string) *Progress {
	return &Progress{term: t, title: title, began: time.Now()}
}

// Set draws how many bytes are done, and of how many. It may be called often, and by several goroutines.
func (p *Progress) Set(done, total int64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !p.term.Draws() || total <= 0 || time.Since(p.began) < progressAfter {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(p.term.Err), progressbar.OptionSetDescription(p.title),
			progressbar.OptionShowBytes(true), progressbar.OptionSetWidth(24), progressbar.OptionThrottle(Frame), progressbar.OptionClearOnFinish())
	}
	p.bar.ChangeMax64(total)
	_ = p.bar.Set64(min(done, total)) // a terminal that takes nothing is no reason to stop
}

// Close takes the bar away.
func (p *Progress) Close() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
