/** What somebody fills into the contact form; all of it is in order. */
export const contactMessage = {
  typeOfAccident: "Car Accident",
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana@example.com",
  phoneNumber: "(213) 555-0123",
  message: "Please call me.",
};
