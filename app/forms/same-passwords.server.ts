/**
 * The few bytes with which a guest page, which ships no script file, compares a password with its
 * repetition before it is sent.
 */
import { confirmPassword } from 'contract/account-rules';
import { sentenceOf } from 'contract/rules';

/** Goes into the page behind the form; without it the server compares them. */
export const samePasswordsScript = [
  '{let n=x=>document.getElementsByName(x)[0],p=n("password"),c=n("confirm_password"),f=()=>c.setCustomValidity(c.value==p.value?"":',
  JSON.stringify(sentenceOf(confirmPassword, 'confirm_password_must_match')),
  ');p.addEventListener("input",f);c.addEventListener("input",f)}',
].join('');
