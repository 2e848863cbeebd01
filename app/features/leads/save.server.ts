/** Saves the questionnaire: what the page of both kinds of owner posts. */
import { saveLeadQuestionnaire } from 'contract/leads';
import { longFormBytesMax } from 'contract/limits';
import { read } from '../../forms/read.server';
import type { Call } from '../../gateway-client.server';
import { redirectWithToast } from '../../session/toast.server';
import { QuestionnaireForm } from './forms.server';

/** Leads back to the page at `home`; a refusal is the page again. */
export async function saveQuestionnaire(request: Request, call: Call, owner: string, home: string): Promise<Response> {
  let form = await read(request, QuestionnaireForm, { bytesMax: longFormBytesMax });
  if (!form.ok) return form.reply;
  let saved = await call(saveLeadQuestionnaire, { params: { owner }, body: form.value }).catch(form.refuse);
  return saved instanceof Response ? saved : redirectWithToast(home, 'lead_questionnaire_saved');
}
