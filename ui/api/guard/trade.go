package guard

import (
	"context"
	"errors"
	"net/http"
)

// ErrToken is the error of a token that cannot be traded.
var ErrToken = errors.New("this token was used, is older than a minute, or is from another server: ask for a new one")

// Token returns a new token. It can be traded once, within [TokenLife].
func (g *Guard) Token() string { return g.secrets.token() }

// Trade exchanges a token for the two secrets of a caller at a host: the cookie, and the key that goes into
// [KeyHeader]. Errors: ErrToken, ErrTooMany, and that of ctx.
func (g *Guard) Trade(ctx context.Context, token, host string) (cookie *http.Cookie, key string, err error) {
	value, key, ok := g.secrets.trade(token, host)
	if !ok {
		if err := g.slowdown.miss(ctx); err != nil {
			return nil, "", err
		}
		return nil, "", ErrToken
	}
	return &http.Cookie{
		Name: g.options.Place.cookieName(), Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: g.options.Place.Scheme == "https",
	}, key, nil
}
