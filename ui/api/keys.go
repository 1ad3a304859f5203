package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"stead/ui/api/guard"
)

// keysPath is the route that trades a token for a caller's secrets. TokensPath is the route that makes a token.
const (
	keysPath   = "/keys"
	tokensPath = "/tokens"
)

type tradeInput struct {
	host string
	Body tradedToken
}

type tradedToken struct {
	Token string `json:"token" maxLength:"100" doc:"a token that the server has printed: it counts once, for a minute"`
}

// Resolve implements [huma.Resolver]. It stores the host of the request: the secrets are worthless at any other host.
func (in *tradeInput) Resolve(ctx huma.Context) []error {
	in.host = ctx.Host()
	return nil
}

type tradeOutput struct {
	Cookie http.Cookie `header:"Set-Cookie"`
	Body   tradedKey
}

type tradedKey struct {
	Key    string `json:"key" doc:"send it with each request in the header, beside the cookie"`
	Header string `json:"header" doc:"the name of the header"`
}

type newToken struct {
	Token   string `json:"token" doc:"another browser or program can trade it once"`
	Seconds int    `json:"seconds" doc:"how long it can be traded"`
}

type tokenOutput struct{ Body newToken }

// addKeys registers the routes that issue secrets.
func addKeys(s *server, to huma.API) {
	huma.Register(to, huma.Operation{
		OperationID: "trade-token", Method: http.MethodPost, Path: keysPath, Tags: []string{"access"},
		Security: []map[string][]string{},
		Summary:  "Trade a token for a cookie and a key", Errors: []int{http.StatusBadRequest, http.StatusUnauthorized,
			http.StatusUnsupportedMediaType, http.StatusTooManyRequests},
		Description: "The only route that needs no secret. All others need both the cookie and the key.",
	}, s.trade)
	huma.Register(to, huma.Operation{
		OperationID: "make-token", Method: http.MethodPost, Path: tokensPath, Tags: []string{"access"},
		Summary: "Make a token for another browser or program", Description: "It can do all that the caller can.",
	}, s.token)
}

func (s *server) trade(ctx context.Context, in *tradeInput) (*tradeOutput, error) {
	cookie, key, err := s.Guard.Trade(ctx, in.Body.Token, in.host)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	out := &tradeOutput{Cookie: *cookie}
	out.Body.Key, out.Body.Header = key, guard.KeyHeader
	return out, nil
}

func (s *server) token(context.Context, *struct{}) (*tokenOutput, error) {
	out := &tokenOutput{}
	out.Body.Token, out.Body.Seconds = s.Guard.Token(), int(guard.TokenLife.Seconds())
	return out, nil
}
