package guard

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// Act is a request that may have changed something, allowed or refused.
type Act struct {
	Time time.Time `json:"time"`
	// Key names the key of the caller. Empty for a stranger.
	Key string `json:"key,omitempty"`
	// Act is the method, or keyboard where that was taken. Object is the path.
	Act    string `json:"act"`
	Object string `json:"object"`
	Status int    `json:"status"`
}

// note tells of an act.
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
	g.options.Audit(Act{Time: g.options.Now().UTC(), Key: who, Act: act, Object: r.URL.Path, Status: status})
}

// OpenAudit opens a file to which acts are appended, a line of JSON each, and makes it where there is none. Only its user can read it. Failed gets the
// error of an act that could not be written. Errors are those of the file system.
func OpenAudit(path string, failed func(error)) (audit func(Act), end func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("open the audit: %w", err)
	}
	return func(a Act) {
		line, err := json.Marshal(a)
		if err == nil {
			_, err = file.Write(append(line, '\n'))
		}
		if err != nil {
			failed(fmt.Errorf("write the audit: %w", err))
		}
	}, file.Close, nil
}
