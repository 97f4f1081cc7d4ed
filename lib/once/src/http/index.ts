export {
  classifyHttpError,
  HTTP_REFUSALS,
  type HttpClassification,
  HttpDoubtError,
  type HttpPhase,
} from "./classify-http-error.ts";
export type { HttpRequest } from "./http-request.ts";
export { type HttpOptions, type HttpReceipt, sendHttp } from "./send-http.ts";
