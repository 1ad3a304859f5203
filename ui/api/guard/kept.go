package guard

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// keptFor is how long after trading its token a caller may return after a restart.
const keptFor = 30 * 24 * time.Hour

// keptCaller is a caller in the form that is saved for the next server. It holds no secret: a reader of the file cannot
// call the server.
type keptCaller struct {
	Cookie string    `json:"cookie"` // SHA-256, hexadecimal, like the key
	Key    string    `json:"key"`
	Host   string    `json:"host"`
	Since  time.Time `json:"since"`
}

// load restores the callers that were signed in before the server was restarted.
func (s *secrets) load(kept []byte) error {
	var all []keptCaller
	if len(kept) == 0 {
		return nil
	}
	if err := json.Unmarshal(kept, &all); err != nil {
		return fmt.Errorf("read who has signed in: %w", err)
	}
	for _, one := range all[:min(len(all), mostCallers)] {
		cookie, isCookie := digestOf(one.Cookie)
		key, isKey := digestOf(one.Key)
		if age := s.now().Sub(one.Since); isCookie && isKey && age >= 0 && age < keptFor {
			s.callers[cookie] = caller{key: key, host: one.Host, since: one.Since}
		}
	}
	return nil
}

func digestOf(text string) (d digest, ok bool) {
	n, err := hex.Decode(d[:], []byte(text[:min(len(text), hex.EncodedLen(len(d)))]))
	return d, err == nil && n == len(d)
}

// save saves the current callers. The caller must hold access.
func (s *secrets) save() error {
	if s.keep == nil {
		return nil
	}
	all := make([]keptCaller, 0, len(s.callers))
	for cookie, c := range s.callers {
		all = append(all, keptCaller{hex.EncodeToString(cookie[:]), hex.EncodeToString(c.key[:]), c.host, c.since})
	}
	text, err := json.Marshal(all)
	if err == nil {
		err = s.keep(text)
	}
	if err != nil {
		return fmt.Errorf("keep who has signed in: %w", err)
	}
	return nil
}
