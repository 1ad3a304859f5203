package guard

import (
	"errors"
	"net/http"
)

// ErrSecrets is the error of a cookie and a key that were not issued together.
var ErrSecrets = errors.New("the cookie and the key do not belong together, or were signed out")

// Confirm returns the name of the key, if the key belongs to the cookie and the host of the request. For an admitted
// machine, which has no key, it returns the machine's name. Errors: ErrSecrets, ErrTooMany, and that of the request's
// context, all after a delay.
func (g *Guard) Confirm(r *http.Request, key string) (who string, err error) {
	if Machine(r.Context()) != "" {
		return KeyName(r.Context()), nil
	}
	if who, ok := g.secrets.caller(g.cookie(r), key, r.Host); ok {
		return who, nil
	}
	return "", g.miss(r)
}

// Note reports an act that is not a request, such as a message of a WebSocket.
func (g *Guard) Note(r *http.Request, who, act string, status int) { g.tell(r, who, act, status) }

// recognize refuses a request whose cookie this server did not issue.
func (g *Guard) recognize(r *http.Request) *refusal {
	if !g.secrets.knows(g.cookie(r), r.Host) {
		return refusalFor(g.miss(r))
	}
	return nil
}

// miss delays the response to a wrong secret, and returns the reason for the refusal.
func (g *Guard) miss(r *http.Request) error {
	if err := g.slowdown.miss(r.Context()); err != nil {
		return err
	}
	return ErrSecrets
}

// cookie returns the caller's cookie, or "" if there is none.
func (g *Guard) cookie(r *http.Request) string {
	found, err := r.Cookie(g.options.Place.cookieName())
	if err != nil {
		return ""
	}
	return found.Value
}

func refusalFor(err error) *refusal {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrSecrets):
		return &refusal{http.StatusUnauthorized, err.Error()}
	}
	return &refusal{http.StatusTooManyRequests, err.Error()}
}
