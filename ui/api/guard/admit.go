package guard

import (
	"context"
	"net/http"
)

// machineMark begins the name of a machine in the audit. Names of keys are hexadecimal digits.
const machineMark = "machine "

// keyOfMachine is the context key for the name of the admitted machine.
type keyOfMachine struct{}

// Admit returns a handler that passes on every request as one of a machine that has already proven its identity, for
// example by TLS. Such a caller needs none of the secrets of browsers. Name is the machine's name. The audit shows it
// after the word machine. An empty name is refused.
func (g *Guard) Admit(name string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		watched := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		if name == "" {
			(&refusal{http.StatusForbidden, "the machine has no name"}).write(watched)
			g.note(r, "", watched.status)
			return
		}
		who := machineMark + name
		r.Body = http.MaxBytesReader(watched, r.Body, mostBody)
		ctx := context.WithValue(r.Context(), keyOfName{}, who)
		next.ServeHTTP(watched, r.WithContext(context.WithValue(ctx, keyOfMachine{}, name)))
		g.note(r, who, watched.status)
	})
}

// Machine returns the name of the admitted machine that sent a request. It is empty for a browser, and for any other
// caller that needs secrets.
func Machine(ctx context.Context) string {
	name, _ := ctx.Value(keyOfMachine{}).(string)
	return name
}

// Caller identifies the caller of a request: by the admitted machine, or by the key that a browser has sent.
func Caller(r *http.Request) string {
	if name := Machine(r.Context()); name != "" {
		return machineMark + name
	}
	return r.Header.Get(KeyHeader)
}
