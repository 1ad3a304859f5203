package exchange

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"

	"stead/adapters"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/timeline"
	"stead/writers"
)

// told finds a secret in the one text that tells it.
type told string

func (s told) Find(text string) []redaction.Secret {
	if strings.Contains(text, "key=") {
		return []redaction.Secret{{Rule: "key", Value: string(s)}}
	}
	return nil
}

func (s told) FindInside(raw []byte) []redaction.Secret { return s.Find(string(raw)) }

// shortest is how much of a secret may be left at the end of a text that a writer cuts.
const shortest = 16

// places are where a secret stands before the text that tells it.
const places = 4

func mentioning(secret string) timeline.Stream {
	arguments, err := json.Marshal(map[string]string{"command": "echo " + secret})
	if err != nil {
		panic(err)
	}
	s := sample.Conversation(
		sample.User("Try "+secret+" please."), sample.Assistant("I try "+secret+" now."),
		sample.Call("c", timeline.Bash, "", string(arguments)), sample.Result("c", "It is "+secret+".\n"),
		sample.User("key="+secret), sample.Assistant("Done."),
	)
	s.Header.Source.CLI = "somebody else's"
	return s
}

// What is written of a session that is read once is searched for the part of each secret that every format writes as it
// is. So no writer may break that part, wherever the secret stands.
func TestNoWriterBreaksThePlainPartOfASecret(t *testing.T) {
	for secret, plain := range map[string]string{
		"hunter2hunter2hunter2": "hunter2hunter2hunter2", "Kx9#mQ2v-R4\"Lp7\\Zt4": "Kx9#mQ2v-R4",
		"pässwörtLang42Xy":             "rtLang42Xy",
		strings.Repeat("q7Rk2ZsX", 40): strings.Repeat("q7Rk2ZsX", 40),
	} {
		for _, target := range adapters.Writers() {
			t.Run(target.Info().Name+" "+plain[:8], func(t *testing.T) {
				if sent, _ := converted(t, target, secret, redaction.Off); strings.Count(sent, plain) < places {
					t.Errorf("%q stands there %d times, want %d at least:\n%s", plain, strings.Count(sent, plain), places, sent)
				}
				masked, restarts := converted(t, target, secret, redaction.Mask)
				if strings.Contains(masked, plain[:min(len(plain), shortest)]) ||
					strings.Count(masked, "[redacted: key]") < places {
					t.Errorf("the secret is not masked wherever it stands:\n%s", masked)
				}
				if target.Info().Portable && restarts > 0 {
					t.Errorf("it was written anew %d times: it is read for its secrets before", restarts)
				}
			})
		}
	}
}

func converted(t *testing.T, target writers.Writer, secret string, p redaction.Policy) (written string, restarts int) {
	t.Helper()
	var out memoryDraft
	c := Conversion{
		Source: mentioning(secret), Target: target, Options: writers.Options{Now: fixtures.Now, NewID: uuid.NewString,
			Dir: "/home/user/demo"},
		Policies: policy.Policies{Redaction: p, Detector: told(secret), Vendor: adapters.VendorOf},
	}
	if _, err := c.Encode(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String(), out.restarts
}
