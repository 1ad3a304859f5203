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

// mostCallers is how many callers are known at once: browsers and programs that have traded a token. The first one
// makes room for another.
const mostCallers = 200

// digest stands for a secret, so that no comparison takes longer for one that is nearly right, and memory holds none.
type digest = [sha256.Size]byte

// caller is who has traded a token.
type caller struct {
	key digest
	// host is the one at which the token was traded: what belongs to one origin is worth nothing at another.
	host  string
	since time.Time
}

// secrets are those that were given out.
type secrets struct {
	now    func() time.Time
	access sync.Mutex
	// tokens are those not traded, with the end of their lives, callers who may call, by their cookies.
	tokens  map[digest]time.Time
	callers map[digest]caller
	// keep keeps the callers for the next server. Nil keeps nobody. Failed is told that they could not be kept.
	keep   func([]byte) error
	failed func(error)
}

// token makes a token.
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

// trade takes a token back for a cookie and a key.
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

// makeRoom forgets the caller that is known for longest, where there are too many.
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

// knows reports whether a cookie was given out at a host.
func (s *secrets) knows(cookie, host string) bool {
	s.access.Lock()
	defer s.access.Unlock()
	known, ok := s.callers[sha256.Sum256([]byte(cookie))]
	return ok && known.host == strings.ToLower(host)
}

// nameOf is how the audit calls a key: enough to tell keys apart, and of no use to who reads it.
func nameOf(key digest) string { return hex.EncodeToString(key[:4]) }
