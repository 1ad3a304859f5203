package model

import (
	"context"
	"errors"
	"fmt"

	"stead/inject/signals"
	"stead/orchestrator/active"
	"stead/orchestrator/questions"
)

// Question is what a run asks its user for.
type Question = active.Question

// GiveAnswer says how a question is answered.
type GiveAnswer struct {
	Question string `json:"question" minLength:"1" maxLength:"300" doc:"the id of the question: an answer to another one is refused"`
	Option   string `json:"option" minLength:"1" maxLength:"50" doc:"the name of one of its options" example:"allow"`
}

// Question returns what a run asks now. Errors: runs.ErrNotFound, runs.ErrAmbiguous, questions.ErrNone, and those of
// the file system.
func (rs Records) Question(name string) (Question, error) {
	r, err := rs.options.Runs.Find(name)
	if err != nil {
		return Question{}, err
	}
	return active.QuestionOf(r)
}

// Answer answers what a run asks, and returns the answer that its CLI got. Errors: those of [active.Runs.Reach] and
// [active.Answer], which wrap ErrState where the question has its answer, is not asked any more or cannot be answered
// from here, and what wraps ErrQuery for an answer that the CLI does not offer.
func (a Actor) Answer(ctx context.Context, name string, choice signals.Choice) (signals.Answer, error) {
	r, client, err := a.options.Acts.Active.Reach(name)
	if err != nil {
		return signals.Answer{}, ofState(err)
	}
	defer client.Close()
	answer, err := active.Answer(ctx, client, r, choice)
	if wrong := (*questions.OptionError)(nil); errors.As(err, &wrong) {
		return answer, fmt.Errorf("%w: %w", ErrQuery, err)
	}
	return answer, ofState(err)
}

// isUnanswerable reports whether an error says that a question cannot be answered, or not any more.
func isUnanswerable(err error) bool {
	var answered *questions.AnsweredError
	var unknown *questions.UnknownError
	return errors.As(err, &answered) || errors.As(err, &unknown) || errors.Is(err, questions.ErrNotOffered) ||
		errors.Is(err, questions.ErrHeadless)
}
