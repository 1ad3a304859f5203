package guard

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
	"sync"
	"time"
)

// TokenLife is how long a token can be traded.
const TokenLife = time.Minute

// mostCallers is the maximum number of callers known at the same time: browsers and programs that have traded a token.
// The oldest makes room for a new one.
const mostCallers = 200

// digest represents a secret. Comparing digests takes the same time for nearly right secrets, and memory holds no
// secrets.
type digest = [sha256.Size]byte

// caller is a browser or a program that has traded a token.
type caller struct {
	key digest
	// host is the host at which the token was traded. Secrets of one origin are worthless at another.
	host  string
	since time.Time
}

// secrets holds the secrets that the server has issued.
type secrets struct {
	now    func() time.Time
	access sync.Mutex
	// tokens maps the tokens that were not traded yet to their expiry. Callers maps cookies to the callers that they
	// belong to.
	tokens  map[digest]time.Time
	callers map[digest]caller
	// keep saves the callers for the next server. Nil saves nothing. Failed receives the error of saving.
	keep   func([]byte) error
	failed func(error)
}

// token creates a token.
func (s *secrets) token() string {
	s.access.Lock()
	defer s.access.Unlock()
	now := s.now()
	for old, end := range s.tokens {
		if now.After(end) {
			delete(s.tokens, old)
		}
	}
	token := rand.Text()
	s.tokens[sha256.Sum256([]byte(token))] = now.Add(TokenLife)
	return token
}

// trade exchanges a token for a cookie and a key. The token is then no longer valid.
func (s *secrets) trade(token, host string) (cookie, key string, ok bool) {
	s.access.Lock()
	defer s.access.Unlock()
	given := sha256.Sum256([]byte(token))
	end, ok := s.tokens[given]
	delete(s.tokens, given)
	now := s.now()
	if !ok || now.After(end) {
		return "", "", false
	}
	s.makeRoom()
	cookie, key = rand.Text(), rand.Text()
	s.callers[sha256.Sum256([]byte(cookie))] = caller{key: sha256.Sum256([]byte(key)), host: strings.ToLower(host),
		since: now}
	if err := s.save(); err != nil {
		s.failed(err)
	}
	return cookie, key, true
}

// makeRoom removes the oldest caller if there are too many.
func (s *secrets) makeRoom() {
	if len(s.callers) < mostCallers {
		return
	}
	var first digest
	var since time.Time
	for cookie, c := range s.callers {
		if since.IsZero() || c.since.Before(since) {
			first, since = cookie, c.since
		}
	}
	delete(s.callers, first)
}

// caller returns the name of the key, if it belongs to the cookie and to the host.
func (s *secrets) caller(cookie, key, host string) (name string, ok bool) {
	s.access.Lock()
	known, ok := s.callers[sha256.Sum256([]byte(cookie))]
	s.access.Unlock()
	given := sha256.Sum256([]byte(key))
	if !ok || subtle.ConstantTimeCompare(given[:], known.key[:]) != 1 || known.host != strings.ToLower(host) {
		return "", false
	}
	return nameOf(given), true
}

// knows reports whether a cookie was issued at a host.
func (s *secrets) knows(cookie, host string) bool {
	s.access.Lock()
	defer s.access.Unlock()
	known, ok := s.callers[sha256.Sum256([]byte(cookie))]
	return ok && known.host == strings.ToLower(host)
}

// nameOf returns the name of a key in the audit: enough to tell keys apart, but useless to a reader of the audit.
func nameOf(key digest) string { return hex.EncodeToString(key[:4]) }
