package guard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Act is a request that may have changed something, allowed or refused.
type Act struct {
	Time time.Time `json:"time"`
	// Key names the key of the caller. It is empty for an unknown caller.
	Key string `json:"key,omitempty"`
	// Act is the method, or "keyboard" if the caller took the keyboard. Object is the path.
	Act    string `json:"act"`
	Object string `json:"object"`
	Status int    `json:"status"`
	// Missed counts the refused acts of unknown callers before this one that were not reported because there were too
	// many.
	Missed int `json:"missed,omitempty"`
}

// longestObject is the number of bytes of a path that are reported. MostStrangers is the number of acts of unknown
// callers that are reported per minute: anybody who reaches the port can send any number of them.
const (
	longestObject = 300
	mostStrangers = 100
)

// strangers counts the acts of callers without secrets within a minute.
type strangers struct {
	since         time.Time
	count, missed int
}

// pass reports whether to report an act. Missed is the number of acts before it that were not reported.
func (s *strangers) pass(now time.Time) (missed int, ok bool) {
	if now.Sub(s.since) > time.Minute {
		s.since, s.count = now, 0
	}
	if s.count++; s.count > mostStrangers {
		s.missed++
		return 0, false
	}
	missed, s.missed = s.missed, 0
	return missed, true
}

// note reports an act.
func (g *Guard) note(r *http.Request, who string, status int) {
	if isAct(r) {
		g.tell(r, who, r.Method, status)
	}
}

func (g *Guard) tell(r *http.Request, who, act string, status int) {
	if g.options.Audit == nil {
		return
	}
	g.auditing.Lock()
	defer g.auditing.Unlock()
	a := Act{Time: g.options.Now().UTC(), Key: who, Act: act, Object: r.URL.Path, Status: status}
	if len(a.Object) > longestObject {
		a.Object = strings.ToValidUTF8(a.Object[:longestObject], "") + "…"
	}
	if who == "" {
		missed, ok := g.strangers.pass(a.Time)
		if !ok {
			return
		}
		a.Missed = missed
	}
	g.options.Audit(a)
}

// mostAudit is the size, in bytes, beyond which the audit file is rotated. The name of the old file ends with .1.
const mostAudit = 10 << 20

// OpenAudit opens a file to which acts are appended, one line of JSON each, and creates it if needed. Only its user can
// read it. A file that is too long replaces the old one, and a new file begins. Failed receives the error of an act
// that could not be written, or of a rotation that failed. Errors are those of the file system.
func OpenAudit(path string, failed func(error)) (audit func(Act), end func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, nil, err
	}
	f := &auditFile{path: path}
	if err := f.open(); err != nil {
		return nil, nil, err
	}
	return func(a Act) {
		if err := f.write(a); err != nil {
			failed(fmt.Errorf("write the audit: %w", err))
		}
	}, func() error { return f.file.Close() }, nil
}

// auditFile is the file of acts.
type auditFile struct {
	path string
	file *os.File
	size int64
}

func (f *auditFile) open() error {
	file, err := os.OpenFile(f.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the audit: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return fmt.Errorf("open the audit: %w", err)
	}
	f.file, f.size = file, info.Size()
	return nil
}

// write appends an act. If the file is too long but no new one can be created, the act goes to the long one.
func (f *auditFile) write(a Act) error {
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	var turned error
	if f.size > mostAudit {
		turned = f.turn()
	}
	n, err := f.file.Write(append(line, '\n'))
	f.size += int64(n)
	return errors.Join(turned, err)
}

// turn begins a new file.
func (f *auditFile) turn() error {
	if err := os.Rename(f.path, f.path+".1"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old := f.file
	if err := f.open(); err != nil {
		return err
	}
	return old.Close()
}
