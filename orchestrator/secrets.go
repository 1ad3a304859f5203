package orchestrator

import "fmt"

// remarkSecrets warns of a secret in the prompt. It is not masked there: the user has written it and may mean it.
func (o *Orchestrator) remarkSecrets(p *preparation, seen Observer) {
	if !p.request.Redaction.IsOn() {
		return
	}
	for _, secret := range o.Secrets.Find(p.request.Prompt) {
		seen.Note(fmt.Sprintf("the prompt holds what looks like a secret (%s); prompts that you give are sent as they are", secret.Rule))
	}
}
